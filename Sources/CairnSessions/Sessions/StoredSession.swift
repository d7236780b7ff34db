import CairnBytes

/// A session as a store keeps it: a name for its scenes, and when it was last used.
public struct StoredSession: Hashable, Sendable {
  public var id: ID
  /// The latest time of a transaction of the session.
  public var lastUse: SessionTime

  public init(id: ID, lastUse: SessionTime) {
    self.id = id
    self.lastUse = lastUse
  }
}

extension StoredSession {
  /// Names a session: 16 bytes that nobody can guess.
  public struct ID: Hashable, Sendable {
    /// The 16 bytes as one number, the first byte being its highest.
    public let bits: UInt128

    public init(bits: UInt128) {
      self.bits = bits
    }

    /// The id of 16 bytes; nil for any other number of bytes.
    public init?(bytes: some Collection<UInt8>) {
      guard let bits = UInt128(bigEndianBytes: bytes) else { return nil }
      self.bits = bits
    }

    /// The 16 bytes.
    public var bytes: [UInt8] { bits.bigEndianBytes }
  }
}

extension StoredSession.ID: Comparable {
  /// Compares the bytes. The order has no meaning; it decides between sessions that are equal otherwise.
  public static func < (one: Self, other: Self) -> Bool { one.bits < other.bits }
}

extension StoredSession.ID: CustomStringConvertible {
  /// The first 4 of the 16 bytes: enough to follow a session through a log, too few to use it.
  public var description: String {
    UInt32(truncatingIfNeeded: bits >> 96).paddedHex + "…"
  }
}
