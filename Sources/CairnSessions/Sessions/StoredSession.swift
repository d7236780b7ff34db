import CairnBytes

/// A session as a store keeps it, with its ID and its last use.
public struct StoredSession: Hashable, Sendable {
  /// The ID of the session.
  public var id: ID
  /// The latest time of the session's transactions.
  public var lastUse: SessionTime

  /// Creates a session.
  public init(id: ID, lastUse: SessionTime) {
    self.id = id
    self.lastUse = lastUse
  }
}

extension StoredSession {
  /// The ID of a session, which consists of 16 bytes that can't be guessed.
  public struct ID: Hashable, Sendable {
    /// The 16 bytes as a number, most significant byte first.
    public let bits: UInt128

    /// Creates an ID from a number.
    public init(bits: UInt128) {
      self.bits = bits
    }

    /// Creates an ID from 16 bytes, or returns `nil` for any other number of bytes.
    public init?(bytes: some Collection<UInt8>) {
      guard let bits = UInt128(bigEndianBytes: bytes) else { return nil }
      self.bits = bits
    }

    /// The 16 bytes.
    public var bytes: [UInt8] { bits.bigEndianBytes }

    /// The last 2 of the 16 bytes as a number, which stays the same when the session gets another ID.
    ///
    /// A store that spreads sessions over several machines can choose the machine by this number. All data of a session
    /// is then on one machine, even after a renaming. The numbers of new sessions are random.
    ///
    /// The other 112 bits of each ID are random. Someone who knows an earlier ID of a session therefore learns only
    /// this number, and can't guess the current ID. The OWASP Session Management Cheat Sheet requires at least 64 bits.
    public var shardKey: UInt16 { UInt16(truncatingIfNeeded: bits) }
  }
}

extension StoredSession.ID: Comparable {
  /// Compares the bytes. The order only decides between sessions that are otherwise equal.
  public static func < (one: Self, other: Self) -> Bool { one.bits < other.bits }
}

extension StoredSession.ID: CustomStringConvertible {
  /// The first 4 of the 16 bytes. That's enough to follow a session in a log, and too little to use it.
  public var description: String {
    UInt32(truncatingIfNeeded: bits >> 96).paddedHex + "…"
  }
}
