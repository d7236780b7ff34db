import CairnDependencies

extension TestStore {
  /// Waits for all effects to end.
  ///
  /// An exhaustive test fails if received actions haven't been asserted. Every test fails if effects are still
  /// running after the timeout. See ``TestStore/timeout``.
  ///
  /// Received actions remain available, including actions that arrive during the wait. Assert them with `receive`.
  /// The end of the test reports the rest.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = TestLocation(fileID, filePath, line, column)
    record.checkReceivedActions(at: location)
    let timeout = timeout ?? self.timeout
    record.runEffects()
    await arrivals.wait(for: timeout, on: dependencies.timeoutClock) { core.hasRunningEffects }
    guard !core.hasRunningEffects else {
      location.fail(
        """
        Expected all effects to finish within \(timeout), but some are still running.

        If they wait for a clock, advance the clock first. If they run until the feature is removed, \
        cancel them first, or skip them with 'await store.skipInFlightEffects()'.
        """)
      return
    }
    if record.received.isEmpty { record.checkShared(at: location) }
  }

  /// Skips all received actions that haven't been asserted, and sets the state to the state after them.
  /// - Parameter strict: Whether the test fails if there are no actions to skip.
  public func skipReceivedActions(
    strict: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = TestLocation(fileID, filePath, line, column)
    await letEffectsRun()
    guard !record.received.isEmpty else {
      if strict { location.fail("There were no received actions to skip.") }
      return
    }
    record.noteSkipped(
      record.received.map(\.action), "with 'skipReceivedActions'", at: location)
    takeReceived()
  }

  /// Cancels the running effects, and lets them end.
  ///
  /// If an effect ignores its cancellation, it continues, but the actions that it sends are dropped.
  /// - Parameter strict: Whether the test fails if no effects are running.
  public func skipInFlightEffects(
    strict: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = TestLocation(fileID, filePath, line, column)
    await letEffectsRun()
    guard core.hasRunningEffects else {
      if strict { location.fail("There were no running effects to skip.") }
      return
    }
    record.noteRunningEffects("skipped with 'skipInFlightEffects'", at: location)
    core.cancelAll()
    await letEffectsRun()
  }
}
