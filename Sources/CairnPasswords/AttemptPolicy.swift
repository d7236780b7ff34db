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
/// Failed attempts are forgotten one after the other. In this policy, it's one per hour.
public struct AttemptPolicy: Hashable, Sendable {
  /// The number of failed attempts that cause the first delay.
  public var allowance: Int
  /// The delay after that number of failed attempts. Each failed attempt doubles it.
  public var firstDelay: Duration
  /// The maximum delay.
  public var maximumDelay: Duration
  /// The time after which one failed attempt is forgotten. It's at least as long as the maximum delay.
  public var recovery: Duration

  /// Creates the limits of an account or an address.
  public init(allowance: Int, firstDelay: Duration, maximumDelay: Duration, recovery: Duration) {
    self.allowance = max(allowance, 1)
    self.firstDelay = max(firstDelay, .zero)
    self.maximumDelay = max(maximumDelay, firstDelay)
    self.recovery = max(recovery, self.maximumDelay, .seconds(1))
  }

  /// The limits of an account for one address: five failed attempts without a delay, and then delays from 5 seconds to 15
  /// minutes. One failed attempt is forgotten per hour.
  public static let account = AttemptPolicy(
    allowance: 5, firstDelay: .seconds(5), maximumDelay: .seconds(15 * 60),
    recovery: .seconds(60 * 60))

  /// The limits of an account for all addresses together: 50 failed attempts without a delay, and then delays from 5
  /// seconds to 15 minutes. One failed attempt is forgotten every 15 minutes.
  ///
  /// An attacker with many addresses has about 150 guesses on the first day, and 100 on each following day.
  public static let everywhere = AttemptPolicy(
    allowance: 50, firstDelay: .seconds(5), maximumDelay: .seconds(15 * 60),
    recovery: .seconds(15 * 60))

  /// The limits of an address for all accounts: 50 failed attempts without a delay, because users can share an address,
  /// and then delays from 5 seconds to 5 minutes. One failed attempt is forgotten every 5 minutes.
  public static let address = AttemptPolicy(
    allowance: 50, firstDelay: .seconds(5), maximumDelay: .seconds(5 * 60),
    recovery: .seconds(5 * 60))

  /// Returns the end of the delay, or `nil` if there is none.
  func end(of record: AttemptRecord, at now: Date) -> Date? {
    // If the clock was set back, the delay isn't longer than the maximum.
    let end = min(record.delayEnd, now.addingTimeInterval(maximumDelay / .seconds(1)))
    return end > now ? end : nil
  }

  /// Returns a record with another failure.
  func failing(_ record: AttemptRecord?, at now: Date) -> AttemptRecord {
    let start = max(record?.expiration ?? now, now)
    let expiration = min(start.addingTimeInterval(forgetting(1)), now + forgetting(maximumFailures))
    let failures = failures(at: now, until: expiration)
    return AttemptRecord(
      expiration: expiration,
      delayEnd: failures < allowance ? now : now.addingTimeInterval(delay(after: failures)))
  }

  /// Returns a record without an attempt that was counted as failed, or `nil` if there are no others.
  ///
  /// The attempt was allowed, so there was no earlier delay.
  func takingBack(_ record: AttemptRecord?, at now: Date) -> AttemptRecord? {
    guard let record else { return nil }
    let expiration = record.expiration.addingTimeInterval(-forgetting(1))
    guard failures(at: now, until: expiration) > 0 else { return nil }
    return AttemptRecord(expiration: expiration, delayEnd: min(record.delayEnd, now))
  }

  /// Returns the number of failures that are forgotten by a date, and not yet now.
  private func failures(at now: Date, until expiration: Date) -> Int {
    let failures = expiration.timeIntervalSince(now) / forgetting(1)
    // Dates are rounded, which must not count as a failure.
    return Int(min(max(failures - 0.001, 0).rounded(.up), Double(maximumFailures)))
  }

  /// Returns the time after which failures are forgotten.
  private func forgetting(_ failures: Int) -> TimeInterval {
    recovery / .seconds(1) * Double(failures)
  }

  /// The number of failures with the maximum delay. Others aren't counted, because they would only be forgotten later.
  private var maximumFailures: Int {
    guard firstDelay > .zero else { return allowance }
    return allowance + Int(log2(maximumDelay / firstDelay).rounded(.up))
  }

  private func delay(after failures: Int) -> TimeInterval {
    min(
      firstDelay / .seconds(1) * pow(2, Double(failures - allowance)), maximumDelay / .seconds(1))
  }
}
