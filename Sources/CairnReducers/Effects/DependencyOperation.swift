public import CairnDependencies

/// An effect with dependencies that an operator has changed.
final class DependencyOperation<Action>: EffectOperation<Action> {
  private let wrapped: EffectOperation<Action>
  private let presence: _PresenceChange?
  private let update: (inout DependencyValues) -> Void

  init(
    _ wrapped: EffectOperation<Action>, _ presence: _PresenceChange?,
    _ update: @escaping (inout DependencyValues) -> Void
  ) {
    self.wrapped = wrapped
    self.presence = presence
    self.update = update
    super.init(nesting: wrapped.nesting + 1)
  }

  override func start(in context: EffectContext<Action>, onEnd: @escaping (EffectEnd) -> Void) {
    var context = context
    context.dependencies = DependencyValues.$_current.withValue(context.dependencies) {
      CairnDependencies.withDependencies(update) { DependencyValues._current }
    }
    // The operator is closer to the effect than the presentation is, so the operator's value takes precedence.
    switch presence {
    case .dismiss:
      if context.dismiss != nil, context.setsIsPresented { context.isPresented = true }
      context.dismiss = nil
    case .isPresented:
      context.setsIsPresented = false
      context.isPresented = false
    case nil: break
    }
    wrapped.start(in: context, onEnd: onEnd)
  }
}

extension Effect {
  /// Returns this effect with changed dependencies.
  @usableFromInline
  func withDependencies(
    _ presence: _PresenceChange?, _ update: @escaping (inout DependencyValues) -> Void
  ) -> Self {
    guard let operation else { return self }
    return .nested(DependencyOperation(operation, presence, update))
  }
}
