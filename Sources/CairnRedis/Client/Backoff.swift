/// When to connect to a server again.
struct Backoff {
  private(set) var nextAttempt: ContinuousClock.Instant
  private var failures = 0

  init(now: ContinuousClock.Instant) { nextAttempt = now }

  mutating func succeeded() { failures = 0 }

  /// Waits longer after each failed attempt, up to a second. A random part keeps servers from connecting all at once.
  mutating func failed(now: ContinuousClock.Instant) {
    failures += 1
    let most = min(1000, 20 << min(failures, 6))
    nextAttempt = now + .milliseconds(Int.random(in: most / 2...most))
  }
}
