import CairnFeatures
import CairnViews

/// Records what views read of models while they're evaluated.
@usableFromInline
enum ModelReads {
  /// Whether reads are recorded on this thread.
  @usableFromInline
  static var areNoted: Bool { ViewReads.current != nil }

  /// Records that a value was read.
  ///
  /// To detect a change, the values are compared rather than the model's revision, because a property may be
  /// computed from shared state.
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

  /// Records that a value was read that isn't `Equatable`. Any change of the model may be a change of this
  /// value.
  @usableFromInline
  static func note<M: Model>(_ keyPath: PartialKeyPath<M.State>, of context: ModelContext<M>) {
    let revision = context.core.locked { context.revision }
    ViewReads.current?.note(keyPath, of: context) {
      guard context.core.locked({ context.revision }) != revision else { return nil }
      return ViewReads.Change(of: M.self, keyPath, "may have changed")
    }
  }

  /// Records that the set of models at a property was read.
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
      return ViewReads.Change(of: M.self, keyPath, "different models")
    }
  }
}
