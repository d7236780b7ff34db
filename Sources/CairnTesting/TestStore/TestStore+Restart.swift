import CairnApplications
import CairnReducers

extension TestStore {
  /// Simulates a restart of the server, and asserts how the state changes.
  ///
  /// A restart has these effects:
  ///
  /// - All running effects end without an action.
  /// - If the state is `Codable`, it's encoded and decoded. The parts of the state that aren't stored lose their values.
  /// - The actions of ``/CairnReducers/Effect/run(resume:priority:name:operation:catch:fileID:filePath:line:column:)``
  ///   and ``/CairnReducers/Effect/onInterruption(send:fileID:filePath:line:column:)`` are sent. Assert them with
  ///   `receive`.
  ///
  /// ```swift
  /// await store.send(.importItems(items)) { $0.importing.isRunning = true }
  /// await store.restart { $0.importing.isRunning = false }
  /// await store.receive(\.importItems) { $0.importing.isRunning = true }
  /// ```
  ///
  /// A message of `onInterruption(message:)` isn't part of the store, so it can't be asserted.
  /// - Parameter assert: Changes the state from before the restart to the expected state. Without it, an exhaustive test
  ///   expects no change.
  public func restart(
    assert: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = TestLocation(fileID, filePath, line, column)
    handleWaitingActions(at: location)
    let before = record.received.last?.following ?? state
    let interrupted = core.resumptions
    core.cancelAll()
    await letEffectsRun()
    core.replaceState(stored(core.state))
    let after = core.state
    expect(
      before, becomes: after, dependencies.stackElementIDs.generation, assert, at: location)
    state = after
    for resumption in interrupted { _ = core.resume(resumption) }
    await letEffectsRun()
  }

  /// Returns the state as it's read from a session store.
  private func stored(_ state: State) -> State {
    guard let coder = StateCoder(State.self), let bytes = try? coder.encode(state).bytes else {
      return state
    }
    return coder.decode(bytes)?.state as? State ?? state
  }
}
