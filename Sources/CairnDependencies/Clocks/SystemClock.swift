/// A clock of the system: an effect that sleeps on it has settled.
///
/// A sleep that is over before the answer has to leave is waited for, as that of a debounced action.
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
  /// The clock as one of the dependencies is, where it is a clock of the system.
  package var amongDependencies: any Clock<Duration> {
    if let clock = self as? ContinuousClock { return SystemClock(clock) }
    if let clock = self as? SuspendingClock { return SystemClock(clock) }
    return self
  }
}
