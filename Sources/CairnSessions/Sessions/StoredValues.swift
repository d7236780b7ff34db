/// What the scenes of a session share, as a store keeps it: bytes, and their revision.
public struct StoredValues: Hashable, Sendable {
  /// Counts the changes; a write says which revision it replaces.
  public var revision: UInt64
  /// The values. A store neither reads them nor shows them in a message.
  public var payload: [UInt8]

  public init(revision: UInt64, payload: [UInt8]) {
    self.revision = revision
    self.payload = payload
  }

  /// The longest payload that a store has to take, in bytes: 1 MiB.
  public static let maximumPayload = 1 << 20
}

extension StoredValues: CustomStringConvertible {
  /// The values without what they are, which belongs to a user and not into a log.
  public var description: String { "values, revision \(revision), \(payload.count) bytes" }
}
