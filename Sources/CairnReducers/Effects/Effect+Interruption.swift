extension Effect {
  /// The effect, with what users are told where it was cut off.
  ///
  /// An effect ends with its process. A scene that goes on in another one, or on a page that was opened
  /// from its history, goes on without it: the work of `.task` begins again there, other work does not.
  /// Where a user would wait for what does not come, the page says so:
  ///
  /// ```swift
  /// return .run { send in
  ///   for await _ in clock.timer(interval: .seconds(1)) { await send(.timerTicked) }
  /// }
  /// .onInterruption(say: "The timer has stopped. Switch it on again to go on.")
  /// ```
  /// An effect that ends, or is cancelled, was not cut off.
  public func onInterruption(say message: String) -> Self {
    guard let operation else { return .none }
    return .nested(InterruptionOperation(operation, message: message))
  }
}

private final class InterruptionOperation<Action>: EffectOperation<Action> {
  private let wrapped: EffectOperation<Action>
  private let message: String

  init(_ wrapped: EffectOperation<Action>, message: String) {
    self.wrapped = wrapped
    self.message = message
    super.init(nesting: wrapped.nesting + 1)
  }

  override func start(in context: EffectContext<Action>, onEnd: @escaping (EffectEnd) -> Void) {
    var context = context
    context.interruption = message
    wrapped.start(in: context, onEnd: onEnd)
  }
}
