public import CairnCases
import CairnDependencies
import CairnReducers

extension TestStore {
  /// Sends an action, as a view would, and asserts how the state changes.
  ///
  /// The method returns after the reducer has run and its effects have started. If received actions haven't been
  /// asserted, an exhaustive test fails. Otherwise, they're skipped.
  /// - Parameters:
  ///   - action: The action to send.
  ///   - assert: Changes the state from before the action to the expected state. Without it, an exhaustive test
  ///     expects no change.
  /// - Returns: A task to wait for the action's effects, or to cancel them.
  @discardableResult
  public func send(
    _ action: consuming Action, assert: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    let location = TestLocation(fileID, filePath, line, column)
    guard !isDismissed else {
      location.fail(
        "The feature has dismissed itself, so it can't receive any more actions.")
      return TestStoreTask(
        task: StoreTask(nil), timeout: timeout, timeoutClock: dependencies.timeoutClock)
    }
    handleWaitingActions(at: location)
    // If received actions are still waiting, this action starts with the state after the last of them.
    let before = record.received.last?.following ?? state
    let waiting = record.received.indices.last
    record.sends.append((core.numberOfActions + 1, location))
    let (task, after, nextStackElement) = process(action, at: location)
    expect(before, becomes: after, nextStackElement, assert, at: location)
    if let waiting { record.received[waiting].afterSends = after } else { state = after }
    await letEffectsRun()
    return TestStoreTask(task: task, timeout: timeout, timeoutClock: dependencies.timeoutClock)
  }

  /// Sends the action of a case without a payload, and asserts how the state changes.
  ///
  /// For example, `send(\.counter.incrementButtonTapped)`.
  @discardableResult
  public func send<Path: CasePath>(
    _ action: KeyPath<Action.Cases, Case<Path>>,
    assert: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask
  where Action: CasePathable, Path.Root == Action, Path.Value == Void {
    await send(
      Action.cases[keyPath: action]._path.embed(()), assert: assert, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }

  /// Sends the action of a case with its payload, and asserts how the state changes.
  ///
  /// For example, `send(\.binding.name, "Keyboard")`.
  @discardableResult
  public func send<Path: CasePath>(
    _ action: KeyPath<Action.Cases, Case<Path>>, _ value: Path.Value,
    assert: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask where Action: CasePathable, Path.Root == Action {
    await send(
      Action.cases[keyPath: action]._path.embed(value), assert: assert, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }

  func handleWaitingActions(at location: TestLocation) {
    guard !record.received.isEmpty else { return }
    let actions = record.received.map(\.action)
    if exhaustivity == .on {
      location.fail(
        """
        Must handle \(Record.count(actions.count, "received action")) before sending an action:

        \(Record.list(actions))

        Assert them with 'await store.receive(...)' first, or skip them with \
        'await store.skipReceivedActions()'.
        """)
    } else {
      record.noteSkipped(actions, "before sending an action", at: location)
      takeReceived()
    }
  }

  /// Runs effects until they wait or end.
  func letEffectsRun() async {
    record.runEffects()
    // Effects may have continued on another executor, such as the main actor's. Give queued jobs a turn, and repeat
    // that while effects return. The limits end the loop if an effect never waits.
    var idleTurns = 0
    for _ in 0..<100 where core.hasRunningEffects && idleTurns < 10 {
      let runs = record.numberOfRuns
      await Task.detached { await Task.yield() }.value
      // The task can end before it's awaited. In that case, other jobs wouldn't have had a turn here.
      await Task.yield()
      record.runEffects()
      idleTurns = record.numberOfRuns == runs ? idleTurns + 1 : 0
    }
  }
}
