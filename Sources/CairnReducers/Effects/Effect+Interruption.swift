extension Effect {
  /// Sets the message that users see if this effect is interrupted.
  ///
  /// An effect ends when its process ends. If the scene continues in another process, or on a page that was opened from
  /// its history, the effect doesn't continue there. Work in `.task` begins again, but other work doesn't. Use this
  /// method to display a message if a user could wait for something that will never happen:
  ///
  /// ```swift
  /// return .run { send in
  ///   for await _ in clock.timer(interval: .seconds(1)) { await send(.timerTicked) }
  /// }
  /// .onInterruption(message: "The timer has stopped. Switch it on again to go on.")
  /// ```
  ///
  /// An effect that ends normally or is canceled isn't considered interrupted.
  ///
  /// - Parameter message: The message to display.
  public func onInterruption(message: String) -> Self {
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
