import CairnDependencies
import CairnFeatures

extension Effect {
  /// Returns an effect that runs asynchronous work, which begins again if a restart interrupts it.
  ///
  /// The work begins again by sending an action, usually the action that began it. The action and its payload are
  /// stored with the scene while the work runs:
  ///
  /// ```swift
  /// Reduce { state, action in
  ///   switch action {
  ///   case .importItems(let items):
  ///     state.importing.isRunning = true
  ///     return .run(resume: action) { send in
  ///       @Dependency(\.idempotencyKey) var key
  ///       try await inventory.add(items, key)
  ///       await send(.imported)
  ///     }
  ///   ...
  ///   }
  /// }
  /// .persistedAction(\.importItems)
  /// ```
  ///
  /// The action is sent once each time that the scene is loaded from the store, until the work ends or is canceled.
  /// The work then has the same `idempotencyKey`. The work can therefore run more than once, even if it was completed:
  /// the process may have ended before the result was stored. Pass the key to other systems, so that they can detect
  /// the repetition.
  ///
  /// If you merge several of these effects with the same action, the action is sent once for all of them.
  ///
  /// The work doesn't begin again in these cases:
  ///
  /// - The feature is no longer in the state.
  /// - The stored payload can't be decoded, for example because its type has changed.
  /// - The work has begun five times already.
  /// - The scene is a copy, for example because the user went back to an earlier page.
  ///
  /// For all but the first case, set a message or another action with ``onInterruption(message:)`` or
  /// ``onInterruption(send:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - action: The action that begins the work again. Its case must be declared with
  ///     ``Reducer/persistedAction(_:)``, and its payload can have up to 256 KiB.
  ///   - priority: The priority of the task that runs the work.
  ///   - name: The name of the task that runs the work, for debuggers.
  ///   - operation: The work. It can send any number of actions while it runs. Cancellation errors, and all errors
  ///     after a cancellation, are ignored.
  ///   - handler: Handles other errors. Without a handler, Cairn reports an error as an issue.
  public static func run(
    resume action: Action, priority: TaskPriority? = nil, name: String? = nil,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (
      @Sendable (_ error: any Error, _ send: Send<Action>) async -> Void
    )? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let location = _IssueLocation(
      fileID: fileID, filePath: filePath, line: line, column: column)
    let work = RunOperation<Action>(
      priority: priority, name: name, operation: operation, handler: handler, location: location)
    return .nested(
      InterruptionOperation(work) { context in
        context.beginning = context.stored(action, limit: 256 * 1024, at: location)
      })
  }

  /// Returns this effect with the ability to store the actions of a case.
  @usableFromInline
  func storing<Coder: _ActionCoder<Action>>(_ coder: Coder.Type) -> Self {
    guard let operation else { return self }
    return .nested(InterruptionOperation(operation) { $0.actionCoders.append(coder) })
  }
}

extension EffectContext {
  /// Returns an action in its stored form. If it can't be stored, reports an issue and returns `nil`.
  func stored(
    _ action: Action, limit: Int, at location: _IssueLocation
  ) -> EffectResumption.StoredAction? {
    guard let payload = actionCoders.lazy.compactMap({ $0.encode(action) }).first else {
      location.report(
        """
        The action can't be stored, so it isn't sent if the effect is interrupted:

          \(Issue.dumped(action))

        Declare its case with 'persistedAction' after the reducer that returns the effect. The payload \
        must be encodable.
        """)
      return nil
    }
    guard payload.count <= limit else {
      location.report(
        """
        The payload of an action has \(payload.count) bytes, so it isn't stored and isn't sent if the \
        effect is interrupted. The limit is \(limit) bytes.

        Keep the data in a file or a database, and use its ID as the payload.
        """)
      return nil
    }
    return EffectResumption.StoredAction(
      path: ActionPath.text(of: embed(action)), payload: payload)
  }

  /// Returns what the store does if an effect with given dependencies is interrupted, or `nil` if it does nothing.
  func resumption(in dependencies: DependencyValues) -> EffectResumption? {
    guard beginning != nil || interruptionReport != nil else { return nil }
    let earlier = host.resuming.flatMap { $0.beginning?.path == beginning?.path ? $0 : nil }
    return EffectResumption(
      key: earlier?.key ?? dependencies.actionKey ?? host.keyForResumption,
      starts: (earlier?.starts ?? 0) + 1, beginning: beginning, report: interruptionReport)
  }
}
