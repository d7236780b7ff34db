/// Work that results from an action. It can take time and send further actions.
///
/// A reducer returns effects, and its store starts them after the reducer has run. An effect is canceled when the
/// feature that returned it is removed from the state.
///
/// An effect is `@unchecked Sendable` because it's inactive until a store starts it. Only that store accesses the
/// contents, under its isolation. The store isn't known yet when an effect is created, so the isolation can't be
/// declared here.
public struct Effect<Action>: @unchecked Sendable {
  @usableFromInline
  let operation: EffectOperation<Action>?

  @usableFromInline
  init(operation: EffectOperation<Action>?) {
    self.operation = operation
  }

  /// An effect that does nothing.
  @inlinable
  public static var none: Self { Self(operation: nil) }

  /// Returns an effect that sends an action immediately after the current action.
  ///
  /// To share logic between two actions, prefer a method of the state that both of them call.
  ///
  /// - Parameter action: The action to send.
  public static func send(_ action: Action) -> Self {
    Self(operation: SendOperation(action))
  }

  /// Returns an effect that runs asynchronous work.
  ///
  /// ```swift
  /// return .run { send in
  ///   for await _ in clock.timer(interval: .seconds(1)) { await send(.timerTicked) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - priority: The priority of the task that runs the work.
  ///   - name: The name of the task that runs the work, for debuggers.
  ///   - operation: The work. It can send any number of actions while it runs. Cancellation errors, and all errors
  ///     after a cancellation, are ignored.
  ///   - handler: Handles other errors. Without a handler, Cairn reports an error as an issue.
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

  /// Returns an effect that runs synchronous work, for example on the main actor.
  ///
  /// ```swift
  /// return .run { @MainActor send in send(.loaded(Library.shared.books)) }
  /// ```
  ///
  /// - Parameters:
  ///   - priority: The priority of the task that runs the work.
  ///   - name: The name of the task that runs the work, for debuggers.
  ///   - operation: The work. It runs in the isolation of its closure. `send` can only be called on the main actor.
  ///   - handler: Handles errors. Without a handler, Cairn reports an error as an issue.
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

  /// Returns an effect that runs other effects at the same time.
  public static func merge(_ effects: Self...) -> Self {
    merge(effects)
  }

  /// Returns an effect that runs a sequence of effects at the same time.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    let operations = effects.compactMap(\.operation)
    guard operations.count > 1 else { return Self(operation: operations.first) }
    return .nested(MergeOperation(operations))
  }

  /// Returns an effect that runs this effect and another effect at the same time.
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

  /// Returns an effect that runs other effects one after another.
  ///
  /// Each effect begins when the previous effect has ended or was canceled by its own ID. If the whole chain is
  /// canceled by an ID, or if the feature is removed, the remaining effects don't begin.
  public static func concatenate(_ effects: Self...) -> Self {
    concatenate(effects)
  }

  /// Returns an effect that runs a sequence of effects one after another.
  ///
  /// Each effect begins when the previous effect has ended or was canceled by its own ID. If the whole chain is
  /// canceled by an ID, or if the feature is removed, the remaining effects don't begin.
  public static func concatenate(_ effects: some Sequence<Self>) -> Self {
    let operations = effects.compactMap(\.operation)
    guard operations.count > 1 else { return Self(operation: operations.first) }
    return .nested(ConcatenateOperation(operations))
  }

  /// Returns an effect that runs this effect, and then another effect.
  public func concatenate(with other: Self) -> Self {
    .concatenate(self, other)
  }
}

/// A shorthand for an ``Effect`` with the actions of a given reducer.
public typealias EffectOf<R: Reducer> = Effect<R.Action>
