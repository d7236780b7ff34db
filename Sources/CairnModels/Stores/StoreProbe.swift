package import CairnDependencies
package import CairnFeatures

/// What tests and recorders see of a store.
package final class StoreProbe<M: Model>: Sendable {
  package let store: Store<M>

  package init(
    _ initialState: M.State, isolation: any SettlingIsolation,
    dependencies: ((inout DependencyValues) -> Void)?
  ) {
    store = Store(initialState, isolation: isolation, dependencies: dependencies)
  }

  /// Tells somebody of what happens. The store keeps him.
  package func observe(_ observer: any StoreObserver) {
    store.root.locked { store.root.observer = observer }
  }

  /// The state now.
  package var state: M.State { store.state }

  /// Changes the dependencies of all models.
  package func change(_ update: (inout DependencyValues) -> Void) {
    store.root.locked { store.root.change(update) }
  }

  /// Who is told of what happens in the store of a model.
  package static func observer(of model: M) -> (any StoreObserver)? {
    let core = model._model.required.core
    return core.locked { core.observer }
  }

  /// The tasks that run now, those aside that began as their model was activated.
  package var runningTasks: [RunningTask] {
    store.root.locked {
      let tasks = store.root.tasks.values.filter { !$0.isOfActivation || $0.isCancelled }
      return tasks.map {
        RunningTask(
          model: $0.context.modelType, place: $0.place, isCancelled: $0.isCancelled)
      }
      .sorted { "\($0)" < "\($1)" }
    }
  }
}

/// A task of a model.
package struct RunningTask: CustomStringConvertible {
  package let model: any Any.Type
  let place: EffectPlace?
  package let isCancelled: Bool

  package var description: String {
    "\(model)" + (place.map { ", begun at \($0)" } ?? "")
      + (isCancelled ? ", cancelled and not ended" : "")
  }
}

/// Who a model is, whatever it is.
package struct ModelIdentity: Hashable, Sendable, CustomStringConvertible {
  let context: AnyContext

  package init(of model: some Model) {
    context = model._model.required
  }

  init(context: AnyContext) {
    self.context = context
  }

  package var description: String { "\(context.modelType)" }

  /// Whether the model's state is still there.
  package var isThere: Bool { context.core.locked { context.isActive } }

  /// The state that the model has in a state of the whole store; nil where it is not there.
  package func state(in root: Any) -> Any? {
    context.core.locked { context.value(in: root) }
  }

  /// A state of the whole store with another state of this model; nil where it is not there.
  package func root(_ root: Any, with state: Any) -> Any? {
    context.core.locked { context.root(root, with: state) }
  }

  package static func == (lhs: Self, rhs: Self) -> Bool { lhs.context === rhs.context }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(context)) }
}

/// Who is told of what happens in a store, under its lock.
package protocol StoreObserver: AnyObject, Sendable {
  func didChange()
  func didSend(_ event: any Sendable, from sender: ModelIdentity)
  func didEndTask()
}

/// Tells a recorder, after who was told before.
///
/// `@unchecked Sendable`: constants, which are used under the store's lock.
final class StepObserver: StoreObserver, @unchecked Sendable {
  private let earlier: (any StoreObserver)?
  private let observer: (RecordedStep) -> Void

  init(after earlier: (any StoreObserver)?, _ observer: @escaping (RecordedStep) -> Void) {
    self.earlier = earlier
    self.observer = observer
  }

  func didChange() {
    earlier?.didChange()
    observer(.write)
  }

  func didSend(_ event: any Sendable, from sender: ModelIdentity) {
    earlier?.didSend(event, from: sender)
    observer(.event(event, sender: sender.context.modelType))
  }

  func didEndTask() { earlier?.didEndTask() }
}
