internal import Synchronization

/// A clock on which tasks sleep without waiting.
///
/// Its time moves to each deadline immediately. Use it in tests and previews in which the order of events
/// matters but not their time. A timer on it ticks endlessly, as fast as possible.
public final class ImmediateClock<Duration: DurationProtocol & Hashable>: Clock {
  public typealias Instant = ClockOffset<Duration>

  private let time: Mutex<Instant>

  /// Creates a clock with a given time.
  public init(now: Instant = Instant()) {
    time = Mutex(now)
  }

  public var now: Instant { time.withLock { $0 } }

  public var minimumResolution: Duration { .zero }

  /// Moves the time to the deadline, unless that has passed, and lets other tasks run.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.megaYield()
    try Task.checkCancellation()
  }
}

extension ImmediateClock where Duration == Swift.Duration {
  /// Creates a clock at its beginning.
  public convenience init() {
    self.init(now: Instant())
  }
}

extension Clock where Self == ImmediateClock<Swift.Duration> {
  /// A new clock on which tasks sleep without waiting, as in `$0.continuousClock = .immediate`.
  public static var immediate: Self { ImmediateClock() }
}
