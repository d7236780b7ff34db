/// Work that follows from an action: it may take time, and send actions back.
///
/// A reducer returns effects; its store starts them when the turn is over. An effect is cancelled
/// when the feature that returned it leaves the state.
///
/// `@unchecked Sendable`: an effect does nothing by itself. A store touches what the effect holds, under its isolation,
/// and nothing else does. An effect is made before its store is known, so no isolation can be named here.
public struct Effect<Action>: @unchecked Sendable {
  @usableFromInline
  let operation: EffectOperation<Action>?

  @usableFromInline
  init(operation: EffectOperation<Action>?) {
    self.operation = operation
  }

  /// No effect.
  @inlinable
  public static var none: Self { Self(operation: nil) }

  /// Sends an action at once, after the action that is being processed.
  ///
  /// Prefer a method of the state that both actions call to an action that is sent for its logic.
  public static func send(_ action: Action) -> Self {
    Self(operation: SendOperation(action))
  }

  /// Runs asynchronous work.
  ///
  /// ```swift
  /// return .run { send in
  ///   for await _ in clock.timer(interval: .seconds(1)) { await send(.timerTicked) }
  /// }
  /// ```
  /// - Parameters:
  ///   - priority: The priority of the work's task.
  ///   - name: The name of the work's task, for debuggers.
  ///   - operation: The work. It may send any number of actions while it runs. A cancellation error,
  ///     and any error after cancellation, is dropped.
  ///   - handler: What to do about another error. Without it the error is reported as an issue.
  public static func run(
    priority: TaskPriority? = nil, name: String? = nil,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (
      @Sendable (_ error: any Error, _ send: Send<Action>) async -> Void
    )? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    Self(
      operation: RunOperation(
        priority: priority, name: name, operation: operation, handler: handler,
        location: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)))
  }

  /// Runs work that awaits nothing, as on the main actor.
  ///
  /// ```swift
  /// return .run { @MainActor send in send(.loaded(Library.shared.books)) }
  /// ```
  /// - Parameters:
  ///   - priority: The priority of the work's task.
  ///   - name: The name of the work's task, for debuggers.
  ///   - operation: The work. It runs in the isolation that its closure has; `send` is the main actor's.
  ///   - handler: What to do about an error. Without it the error is reported as an issue.
  @_disfavoredOverload
  public static func run(
    priority: TaskPriority? = nil, name: String? = nil,
    operation: @escaping @isolated(any) @Sendable (_ send: MainActorSend<Action>) throws -> Void,
    catch handler: (
      @Sendable (_ error: any Error, _ send: Send<Action>) async -> Void
    )? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    run(
      priority: priority, name: name,
      operation: { send in try await operation(MainActorSend(send)) }, catch: handler,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Effects that run at the same time.
  public static func merge(_ effects: Self...) -> Self {
    merge(effects)
  }

  /// Effects that run at the same time.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    let operations = effects.compactMap(\.operation)
    guard operations.count > 1 else { return Self(operation: operations.first) }
    return .nested(MergeOperation(operations))
  }

  /// This effect and another one at the same time.
  @inlinable
  public func merge(with other: Self) -> Self {
    guard operation != nil else { return other }
    guard other.operation != nil else { return self }
    return merged(with: other)
  }

  @usableFromInline
  func merged(with other: Self) -> Self {
    guard let operation, let second = other.operation else { return self }
    return .nested(MergeOperation([operation, second]))
  }

  /// Effects that run one after another.
  ///
  /// The next one begins when the one before has ended, or was canceled by an ID of its own. An ID of the
  /// whole, and the end of the feature, cancel those that haven't begun too.
  public static func concatenate(_ effects: Self...) -> Self {
    concatenate(effects)
  }

  /// Effects that run one after another.
  ///
  /// The next one begins when the one before has ended, or was canceled by an ID of its own. An ID of the
  /// whole, and the end of the feature, cancel those that haven't begun too.
  public static func concatenate(_ effects: some Sequence<Self>) -> Self {
    let operations = effects.compactMap(\.operation)
    guard operations.count > 1 else { return Self(operation: operations.first) }
    return .nested(ConcatenateOperation(operations))
  }

  /// This effect, and another one after it.
  public func concatenate(with other: Self) -> Self {
    .concatenate(self, other)
  }
}

/// An effect of a feature.
public typealias EffectOf<R: Reducer> = Effect<R.Action>
