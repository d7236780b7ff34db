import CairnFeatures
import CairnViews

/// What views read of models: noted while they are evaluated.
@usableFromInline
enum ModelReads {
  /// Whether somebody on this thread notes what is read.
  @usableFromInline
  static var areNoted: Bool { ViewReads.current != nil }

  /// Notes that a value was read.
  ///
  /// It is compared, whatever the model's revision says: a property may follow from what is shared.
  @usableFromInline
  static func note<M: Model, Value: Equatable>(
    _ keyPath: KeyPath<M.State, Value>, of context: ModelContext<M>, _ value: Value
  ) {
    ViewReads.current?.note(keyPath, of: context) {
      let current = context.core.locked { context.part(keyPath) }
      guard current != value else { return nil }
      return ViewReads.Change(of: M.self, keyPath, "\(value) → \(current)")
    }
  }

  /// Notes that something was read that can not be compared: any change of the model may be one of it.
  @usableFromInline
  static func note<M: Model>(_ keyPath: PartialKeyPath<M.State>, of context: ModelContext<M>) {
    let revision = context.core.locked { context.revision }
    ViewReads.current?.note(keyPath, of: context) {
      guard context.core.locked({ context.revision }) != revision else { return nil }
      return ViewReads.Change(of: M.self, keyPath, "may have changed")
    }
  }

  /// Notes that it was read which models there are.
  @usableFromInline
  static func note<M: Model, C: ModelContainer>(
    modelsAt keyPath: WritableKeyPath<M.State, StateModel<C>>, of context: ModelContext<M>
  ) {
    func structure() -> Int? {
      context.core.locked { context.isActive ? context.edge(at: keyPath).structure : nil }
    }
    guard let before = structure() else { return }
    ViewReads.current?.note(keyPath, of: context) {
      guard let now = structure(), now != before else { return nil }
      return ViewReads.Change(of: M.self, keyPath, "other models")
    }
  }
}
