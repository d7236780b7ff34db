extension Effect {
  /// The effect, which can be cancelled by an id.
  ///
  /// The id counts in the place of the tree where the feature is: it reaches neither siblings nor the
  /// parent, even if they use an equal one. Ids compare by type and value.
  /// - Parameters:
  ///   - id: The id: any value, commonly a case of a private enum.
  ///   - cancelInFlight: Whether effects that already run under the id are cancelled first.
  public func cancellable(id: some Hashable, cancelInFlight: Bool = false) -> Self {
    guard let operation else { return .none }
    return .nested(
      CancellableOperation(operation, id: CancellationID(id), cancelInFlight: cancelInFlight))
  }

  /// Cancels the effects that run under an id, at the place of the feature and below it.
  ///
  /// It takes place when the effect runs, not when the value is made.
  public static func cancel(id: some Hashable) -> Self {
    Self(operation: CancelOperation(id: CancellationID(id)))
  }
}

private final class CancellableOperation<Action>: EffectOperation<Action> {
  private let wrapped: EffectOperation<Action>
  private let id: CancellationID
  private let cancelInFlight: Bool

  init(_ wrapped: EffectOperation<Action>, id: CancellationID, cancelInFlight: Bool) {
    self.wrapped = wrapped
    self.id = id
    self.cancelInFlight = cancelInFlight
    super.init(nesting: wrapped.nesting + 1)
  }

  override func start(in context: EffectContext<Action>, onEnd: @escaping (EffectEnd) -> Void) {
    var context = context
    let registry = context.host.cancellations
    let scope = registry.enter(
      Cancellation(id: id, path: context.path), cancelInFlight: cancelInFlight)
    context.scopes.append(scope)
    wrapped.start(in: context) { end in
      registry.leave(scope)
      onEnd(end)
    }
  }
}

private final class CancelOperation<Action>: EffectOperation<Action> {
  private let id: CancellationID

  init(id: CancellationID) {
    self.id = id
  }

  override func start(in context: EffectContext<Action>, onEnd: @escaping (EffectEnd) -> Void) {
    context.host.cancellations.cancel(Cancellation(id: id, path: context.path))
    onEnd(.regular)
  }
}
