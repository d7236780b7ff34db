public import Foundation

/// The failed attempts of an account or an address.
public struct AttemptRecord: Codable, Hashable, Sendable {
  /// The number of failed attempts.
  public var failures: Int
  /// The time of the latest failed attempt.
  public var last: Date

  /// Creates a record with its values, for example from a database.
  public init(failures: Int, last: Date) {
    self.failures = failures
    self.last = last
  }

  /// The record without its latest attempt, or `nil` if there are no others.
  var withoutLatest: AttemptRecord? {
    failures > 1 ? AttemptRecord(failures: failures - 1, last: last) : nil
  }
}
