import CairnDependencies
import CairnReducers
import IssueReporting

/// The running effects of an action that a test sent.
public struct TestStoreTask: Sendable {
  let task: StoreTask
  let timeout: Duration
  let timeoutClock: any Clock<Duration>

  /// Cancels the effects of the action, and waits until they have ended.
  public func cancel() async {
    task.cancel()
    await task.cascade?.finish()
  }

  /// Waits for the effects of the action to end, and fails the test if they exceed the timeout.
  /// - Parameter timeout: The time to wait, or `nil` for the store's timeout. See ``TestStore/timeout``.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let timeout = timeout ?? self.timeout
    let isInTime = await Deadline.run(within: timeout, on: timeoutClock) { [task] in
      await task.cascade?.finish()
    }
    guard isInTime else {
      reportIssue(
        """
        Expected the effects of this action to finish within \(timeout), but they are still running.

        If they wait for a clock, advance the clock first. If they run until the feature is removed, \
        cancel the task: 'await task.cancel()'.
        """,
        fileID: fileID, filePath: filePath, line: line, column: column)
      return
    }
  }

  /// Whether the effects were canceled.
  public var isCancelled: Bool { task.isCancelled }
}
