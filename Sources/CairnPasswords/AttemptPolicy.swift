import Foundation

/// The limits of an account or an address.
///
/// For example, ``account`` has these delays:
///
/// | Failed attempts | Delay before the next one |
/// |---|---|
/// | 1 to 4 | None |
/// | 5 | 5 s |
/// | 6 | 10 s |
/// | 7 | 20 s |
/// | 13 and more | 15 min |
///
/// An account is never locked, because someone else could then lock it. An attacker has about 100 guesses per day for an
/// account. If attackers use all of them, let its user choose a new password with a link, and then call
/// ``AttemptLimiter/reset(account:)``.
public struct AttemptPolicy: Hashable, Sendable {
  /// The number of failed attempts that cause the first delay.
  public var allowance: Int
  /// The delay after that number of failed attempts. Each failed attempt doubles it.
  public var firstDelay: Duration
  /// The maximum delay.
  public var maximumDelay: Duration
  /// The time without failed attempts after which the earlier ones are forgotten. It must be at least as long as the
  /// maximum delay.
  public var memory: Duration

  /// Creates the limits of an account or an address.
  public init(allowance: Int, firstDelay: Duration, maximumDelay: Duration, memory: Duration) {
    self.allowance = max(allowance, 1)
    self.firstDelay = max(firstDelay, .zero)
    self.maximumDelay = max(maximumDelay, firstDelay)
    self.memory = max(memory, maximumDelay)
  }

  /// Five failed attempts without a delay, and then delays from 5 seconds to 15 minutes.
  public static let account = AttemptPolicy(
    allowance: 5, firstDelay: .seconds(5), maximumDelay: .seconds(15 * 60),
    memory: .seconds(24 * 60 * 60))

  /// 50 failed attempts without a delay, because users can share an address, and then delays from 5 seconds to 15
  /// minutes.
  public static let address = AttemptPolicy(
    allowance: 50, firstDelay: .seconds(5), maximumDelay: .seconds(15 * 60),
    memory: .seconds(24 * 60 * 60))

  /// Returns the end of the delay, or `nil` if there is none.
  func end(of record: AttemptRecord, at now: Date) -> Date? {
    guard let record = remembered(record, at: now), record.failures >= allowance else { return nil }
    // If the clock was set back, the delay isn't longer than usual.
    let end = min(record.last, now).addingTimeInterval(delay(after: record.failures))
    return end > now ? end : nil
  }

  /// Returns a record with another failure.
  func failing(_ record: AttemptRecord?, at now: Date) -> AttemptRecord {
    let earlier = record.flatMap { remembered($0, at: now) }?.failures ?? 0
    return AttemptRecord(failures: min(earlier, Self.maximumFailures) + 1, last: now)
  }

  private func remembered(_ record: AttemptRecord, at now: Date) -> AttemptRecord? {
    now.timeIntervalSince(record.last) < memory / .seconds(1) ? record : nil
  }

  private func delay(after failures: Int) -> TimeInterval {
    let doublings = min(failures - allowance, 62)
    return min(firstDelay / .seconds(1) * pow(2, Double(doublings)), maximumDelay / .seconds(1))
  }

  /// Further failures aren't counted. The delay has reached its maximum long before.
  private static let maximumFailures = 1_000_000
}
