/// The values that the scenes of a session share, as opaque bytes with a revision.
public struct StoredValues: Hashable, Sendable {
  /// The revision of the values, which changes with each write. A write names the revision that it replaces.
  public var revision: UInt64
  /// The encoded values. A store never reads them, and never includes them in a message.
  public var payload: [UInt8]

  /// Creates values with a revision.
  public init(revision: UInt64, payload: [UInt8]) {
    self.revision = revision
    self.payload = payload
  }

  /// The largest payload that a store must accept, which is 1 MiB.
  public static let maximumPayload = 1 << 20
}

extension StoredValues: CustomStringConvertible {
  /// A description without the values, because user data doesn't belong in a log.
  public var description: String { "values, revision \(revision), \(payload.count) bytes" }
}
