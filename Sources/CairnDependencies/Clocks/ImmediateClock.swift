internal import Synchronization

/// A clock whose sleepers do not wait.
///
/// The time moves to each deadline at once. For tests and previews to which the order of things
/// matters and not their time. A timer on it ticks without end as fast as it can.
public final class ImmediateClock<Duration: DurationProtocol & Hashable>: Clock {
  public typealias Instant = ClockOffset<Duration>

  private let time: Mutex<Instant>

  /// A clock at a time.
  public init(now: Instant = Instant()) {
    time = Mutex(now)
  }

  public var now: Instant { time.withLock { $0 } }

  public var minimumResolution: Duration { .zero }

  /// Moves the time to the deadline, unless that is past, and lets others run.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.megaYield()
    try Task.checkCancellation()
  }
}

extension ImmediateClock where Duration == Swift.Duration {
  /// A clock at its beginning.
  public convenience init() {
    self.init(now: Instant())
  }
}

extension Clock where Self == ImmediateClock<Swift.Duration> {
  /// A new clock whose sleepers do not wait: `$0.continuousClock = .immediate`.
  public static var immediate: Self { ImmediateClock() }
}
