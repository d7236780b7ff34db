extension Effect {
  /// Makes this effect cancelable by an ID.
  ///
  /// The ID belongs to the feature that returns the effect. If the feature cancels it, this affects effects of the
  /// feature and of the features below it in the tree. Siblings and the parent aren't affected, even if they use an
  /// equal ID. IDs are equal if both their types and their values are equal.
  ///
  /// - Parameters:
  ///   - id: The ID. It can be any value, and is usually a case of a private enum.
  ///   - cancelInFlight: Whether to first cancel effects that are already running with this ID.
  public func cancellable(id: some Hashable, cancelInFlight: Bool = false) -> Self {
    guard let operation else { return .none }
    return .nested(
      CancellableOperation(operation, id: CancellationID(id), cancelInFlight: cancelInFlight))
  }

  /// Returns an effect that cancels the effects with an ID in the current feature and the features below it.
  ///
  /// The cancellation happens when the effect runs, not when you create it.
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
