public import Foundation

/// The failed attempts of an account or an address.
///
/// Each failed attempt extends the time until the record expires. The number of failed attempts at a later time follows
/// from the remaining time, so they're forgotten one after the other. See ``AttemptPolicy/recovery``.
public struct AttemptRecord: Codable, Hashable, Sendable {
  /// The time at which all failed attempts are forgotten. Delete the record after this time.
  public var expiration: Date
  /// The time from which the next attempt is allowed.
  public var delayEnd: Date

  /// Creates a record with its values, for example from a database.
  public init(expiration: Date, delayEnd: Date) {
    self.expiration = expiration
    self.delayEnd = delayEnd
  }
}
