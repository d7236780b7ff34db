extension Clock where Duration: Hashable {
  /// Returns the ticks of this clock, one after each interval, until the waiting task is canceled.
  ///
  /// ```swift
  /// for await _ in clock.timer(interval: .seconds(1)) {
  ///   await send(.ticked)
  /// }
  /// ```
  ///
  /// The first tick occurs one interval after the first call of `next()`. The ticks don't drift, because each
  /// is due a whole number of intervals later. Ticks that a slow consumer misses are skipped.
  /// - Parameters:
  ///   - interval: The time between two ticks.
  ///   - tolerance: The tolerance of each sleep.
  public func timer(interval: Duration, tolerance: Duration? = nil) -> ClockTimer<Duration> {
    ClockTimer(clock: AnyClock(self), interval: interval, tolerance: tolerance)
  }
}

/// A sequence of a clock's ticks.
///
/// Each element is the time at which a tick was due, as the distance from the creation of the timer.
public struct ClockTimer<Duration: DurationProtocol & Hashable>: AsyncSequence, Sendable {
  public typealias Element = AnyClock<Duration>.Instant
  public typealias Failure = Never

  let clock: AnyClock<Duration>
  let interval: Duration
  let tolerance: Duration?

  public func makeAsyncIterator() -> Iterator {
    Iterator(timer: self)
  }

  /// An iterator that waits for each tick.
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
        // The last whole interval that isn't after `now`, and one more.
        let missed = (due.duration(to: now) / timer.interval).rounded(.up)
        due = due.advanced(by: timer.interval * Int(missed))
      }
      // Waiting for a tick isn't work, no matter how soon it's due. A test clock records the wait itself, when
      // it knows the sleeper and can be advanced.
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
