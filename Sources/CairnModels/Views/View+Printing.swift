import CairnFeatures
public import CairnViews
import CustomDump
public import Logging

extension View {
  /// Logs each change of a model's state as a difference, beginning when the view is first shown.
  ///
  /// ```swift
  /// CounterRow(model: model).printStateUpdates(for: $model)
  /// ```
  /// Use it only during development, because it logs the contents of the state.
  public consuming func printStateUpdates<M: Model>(
    for model: ObservedModel<M>, to logger: Logger = Logger(label: "Cairn.Models")
  ) -> some View {
    Modified(self, _PrintingModifier(model.wrappedValue, logger, onlyObserved: false))
  }

  /// Logs why the view is evaluated again, with the values of the model and its descendants that have changed.
  public consuming func printObservedUpdates<M: Model>(
    for model: ObservedModel<M>, to logger: Logger = Logger(label: "Cairn.Models")
  ) -> some View {
    // The view's body has already been read by the time this method is called, so track the reads of bodies.
    ViewReads.trackBodies()
    return Modified(self, _PrintingModifier(model.wrappedValue, logger, onlyObserved: true))
  }
}

/// A modifier that logs the changes of a model that a view shows.
public struct _PrintingModifier<M: Model>: _PrimitiveModifier {
  private let model: M
  private let logger: Logger
  private let onlyObserved: Bool

  init(_ model: M, _ logger: Logger, onlyObserved: Bool) {
    self.model = model
    self.logger = logger
    self.onlyObserved = onlyObserved
  }

  /// Renders the content, and logs the changes.
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    guard renderer.isWriting else { return Content._render(content, &renderer) }
    guard modifier.onlyObserved else {
      modifier.printStates(at: renderer.place)
      return Content._render(content, &renderer)
    }
    let place = renderer.place
    let context = modifier.model._model.required
    let core = context.core
    if let before = core.locked({ core.printedReads[place] }) {
      // Include the changes of the model and of its descendants.
      let changes = before.changes { owner in
        (owner as? AnyContext)?.lineage.contains { $0 === context } == true
      }
      if !changes.isEmpty {
        modifier.logger.info(
          """
          \(Content.self) is evaluated again:
          \(changes.map { "  \($0)" }.joined(separator: "\n"))
          """)
      }
    }
    let reads = ViewReads.during { Content._render(content, &renderer) }
    if let body = ViewReads.current { reads.add(body) }
    core.locked { core.printedReads[place] = reads }
  }

  /// Logs changes from now on, once per view.
  private func printStates(at place: UInt64) {
    let context = model._model.required
    context.core.locked {
      guard context.isActive, context.printed.insert(place).inserted else { return }
      var last = context.current
      let logger = logger
      context.observers.append(
        StateObserver(
          check: { [unowned(unsafe) context] in
            let current = context.current
            guard current != last else { return }
            let difference = diff(last, current, format: .proportional) ?? "\(current)"
            last = current
            // Logging runs code of the application, so do it outside the store's lock.
            context.core.callLater { logger.info("\(M.self) has changed:\n\(difference)") }
          },
          finish: {}))
    }
  }
}
