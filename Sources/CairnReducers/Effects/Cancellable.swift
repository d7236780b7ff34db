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
    return Self(
      operation: CancellableOperation(
        operation, id: AnyHashable(TypedID(id)), cancelInFlight: cancelInFlight))
  }

  /// Cancels the effects that run under an id, at the place of the feature and below it.
  ///
  /// It takes place when the effect runs, not when the value is made.
  public static func cancel(id: some Hashable) -> Self {
    Self(operation: CancelOperation(id: AnyHashable(TypedID(id))))
  }
}

/// An id that equals another one only where the types are the same, which `AnyHashable` does not
/// promise for numbers.
struct TypedID<ID: Hashable>: Hashable {
  let id: ID
  let type: ObjectIdentifier

  init(_ id: ID) {
    self.id = id
    type = ObjectIdentifier(ID.self)
  }
}

private final class CancellableOperation<Action>: EffectOperation<Action> {
  private let wrapped: EffectOperation<Action>
  private let id: AnyHashable
  private let cancelInFlight: Bool

  init(_ wrapped: EffectOperation<Action>, id: AnyHashable, cancelInFlight: Bool) {
    self.wrapped = wrapped
    self.id = id
    self.cancelInFlight = cancelInFlight
  }

  override func start(in context: EffectContext<Action>, onEnd: @escaping (Bool) -> Void) {
    var context = context
    let cancellation = Cancellation(id: id, path: context.path)
    if cancelInFlight { context.host.cancel(cancellation) }
    context.cancellations.append(cancellation)
    wrapped.start(in: context, onEnd: onEnd)
  }
}

private final class CancelOperation<Action>: EffectOperation<Action> {
  private let id: AnyHashable

  init(id: AnyHashable) {
    self.id = id
  }

  override func start(in context: EffectContext<Action>, onEnd: @escaping (Bool) -> Void) {
    context.host.cancel(Cancellation(id: id, path: context.path))
    onEnd(false)
  }
}
