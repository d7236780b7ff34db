import CairnFeatures

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
  /// .onInterruption(message: "The timer has stopped. Start it again to continue.")
  /// ```
  ///
  /// An effect that ends normally or is canceled isn't considered interrupted. Neither is an effect that begins again.
  /// See ``run(resume:priority:name:operation:catch:fileID:filePath:line:column:)``.
  ///
  /// - Parameter message: The message to display.
  public func onInterruption(message: String) -> Self {
    guard let operation else { return .none }
    return .nested(InterruptionOperation(operation) { $0.interruption = message })
  }

  /// Sets the action that's sent if this effect is interrupted.
  ///
  /// Use it to change a stored state that would otherwise describe work that has ended:
  ///
  /// ```swift
  /// Reduce { state, action in
  ///   switch action {
  ///   case .uploadButtonTapped:
  ///     state.status = .uploading
  ///     return .run { send in ... }
  ///       .onInterruption(send: .uploadWasInterrupted)
  ///   case .uploadWasInterrupted:
  ///     state.status = .failed
  ///     return .none
  ///   ...
  ///   }
  /// }
  /// .persistedAction(\.uploadWasInterrupted)
  /// ```
  ///
  /// The action is sent once, before anything else happens in the scene. It's also sent if the user goes back to an
  /// earlier page, and a new scene continues from there without the effect. If the feature is no longer in the state,
  /// the action isn't sent.
  ///
  /// - Parameter action: The action to send. Its case must be declared with
  ///   ``Reducer/persistedAction(_:)``, and its payload can have up to 4 KiB.
  public func onInterruption(
    send action: Action,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    guard let operation else { return .none }
    let location = _IssueLocation(
      fileID: fileID, filePath: filePath, line: line, column: column)
    return .nested(
      InterruptionOperation(operation) { context in
        context.interruptionReport = context.stored(action, limit: 4 * 1024, at: location)
      })
  }
}

/// An effect with information about what happens if it's interrupted.
final class InterruptionOperation<Action>: EffectOperation<Action> {
  private let wrapped: EffectOperation<Action>
  private let update: (inout EffectContext<Action>) -> Void

  init(
    _ wrapped: EffectOperation<Action>, _ update: @escaping (inout EffectContext<Action>) -> Void
  ) {
    self.wrapped = wrapped
    self.update = update
    super.init(nesting: wrapped.nesting + 1)
  }

  override func start(in context: EffectContext<Action>, onEnd: @escaping (EffectEnd) -> Void) {
    var context = context
    update(&context)
    wrapped.start(in: context, onEnd: onEnd)
  }
}
