/// A system clock. An effect that sleeps on it has settled.
///
/// If a sleep ends before the response must be sent, such as that for a debounced action, the response waits
/// for it.
package struct SystemClock<Base: Clock>: Clock where Base.Duration == Swift.Duration {
  package typealias Instant = Base.Instant

  let base: Base

  package init(_ base: Base) {
    self.base = base
  }

  package var now: Instant { base.now }

  package var minimumResolution: Swift.Duration { base.minimumResolution }

  package func sleep(until deadline: Instant, tolerance: Swift.Duration? = nil) async throws {
    let wait = EffectActivity.beginWait(until: .now + base.now.duration(to: deadline))
    defer { wait?.end() }
    try await base.sleep(until: deadline, tolerance: tolerance)
  }
}

extension Clock<Duration> {
  /// The clock in the form in which it's used as a dependency. System clocks are wrapped in a ``SystemClock``.
  package var amongDependencies: any Clock<Duration> {
    if let clock = self as? ContinuousClock { return SystemClock(clock) }
    if let clock = self as? SuspendingClock { return SystemClock(clock) }
    return self
  }
}
