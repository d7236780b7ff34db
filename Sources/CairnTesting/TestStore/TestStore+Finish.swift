extension TestStore {
  /// Waits for all effects to end; fails where actions wait that were not received.
  ///
  /// Those, and the actions that come meanwhile, wait still: `receive` finds them, and the end of the test reports
  /// what it has not found.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = TestLocation(fileID, filePath, line, column)
    record.checkReceivedActions(at: location)
    let timeout = timeout ?? self.timeout
    let deadline = ContinuousClock.now.advanced(by: timeout)
    record.runEffects()
    while core.hasRunningEffects {
      guard await arrivals.wait(until: deadline) else {
        location.fail(
          """
          Expected all effects to end within \(timeout), but some still run.

          If they wait for a clock, advance it before. If they live as long as the feature does, \
          cancel them first, or skip them with 'await store.skipInFlightEffects()'.
          """)
        return
      }
    }
    if record.received.isEmpty { record.checkShared(at: location) }
  }

  /// Takes the actions that wait as received, with the state after them.
  /// - Parameter strict: Whether it fails where there are none.
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

  /// Cancels the effects that run, and lets them end.
  ///
  /// An effect that does not heed its cancellation goes on, but what it sends is dropped.
  /// - Parameter strict: Whether it fails where none runs.
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
