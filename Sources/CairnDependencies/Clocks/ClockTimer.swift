extension Clock where Duration: Hashable {
  /// The ticks of this clock, one after each interval, until the task that waits for them is
  /// cancelled.
  ///
  /// ```swift
  /// for await _ in clock.timer(interval: .seconds(1)) {
  ///   await send(.ticked)
  /// }
  /// ```
  ///
  /// The first tick comes one interval after the first call of `next()`. The ticks do not drift:
  /// each is due a whole number of intervals later. Those that a slow consumer misses are left
  /// out.
  public func timer(interval: Duration, tolerance: Duration? = nil) -> ClockTimer<Duration> {
    ClockTimer(clock: AnyClock(self), interval: interval, tolerance: tolerance)
  }
}

/// The ticks of a clock. Its elements say when each tick was due, as distances from the time at
/// which the timer was made.
public struct ClockTimer<Duration: DurationProtocol & Hashable>: AsyncSequence, Sendable {
  public typealias Element = AnyClock<Duration>.Instant
  public typealias Failure = Never

  let clock: AnyClock<Duration>
  let interval: Duration
  let tolerance: Duration?

  public func makeAsyncIterator() -> Iterator {
    Iterator(timer: self)
  }

  /// Waits for one tick after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let timer: ClockTimer
    private var last: Element?

    init(timer: ClockTimer) {
      self.timer = timer
    }

    public mutating func next() async -> Element? {
      await next(isolation: #isolation)
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      let now = timer.clock.now
      var due = (last ?? now).advanced(by: timer.interval)
      if timer.interval > .zero, due < now {
        // The last whole interval that is not after now, and one more.
        let missed = (due.duration(to: now) / timer.interval).rounded(.up)
        due = due.advanced(by: timer.interval * Int(missed))
      }
      // A tick is nobody's work, however soon it comes. On a clock of tests it is waited for when that
      // knows of it, so that it can be advanced.
      let wait = timer.clock.isOfTests ? nil : EffectActivity.beginWait()
      defer { wait?.end() }
      do {
        try await timer.clock.sleep(until: due, tolerance: timer.tolerance)
      } catch {
        return nil
      }
      last = due
      return due
    }
  }
}
