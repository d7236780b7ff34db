import CairnBytes

/// The ID of a session, which consists of 128 random bits.
///
/// An ID is valid because the server signed its cookie, not because it's in a table. A new browser can therefore get a
/// page with a token for its session before anything is stored for the session.
package struct SessionID: Hashable, Sendable {
  package let bits: UInt128

  package init(bits: UInt128) {
    self.bits = bits
  }

  /// Returns a new, unguessable ID.
  package static func random() -> SessionID {
    SessionID(bits: RandomToken.bits128())
  }

  /// The number of bytes of an ID.
  package static let length = 16

  /// The ID's 16 bytes, in big-endian order.
  package var bytes: [UInt8] {
    withUnsafeBytes(of: bits.bigEndian) { Array($0) }
  }

  package init?(bytes: ArraySlice<UInt8>) {
    guard bytes.count == Self.length else { return nil }
    bits = bytes.withUnsafeBytes { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) }
  }
}

extension SessionID: Comparable {
  package static func < (one: Self, other: Self) -> Bool { one.bits < other.bits }
}

extension SessionID: CustomStringConvertible {
  /// The first 32 of the 128 bits. They're enough to follow a session through a log, but too few to use it.
  package var description: String {
    UInt32(truncatingIfNeeded: bits >> 96).paddedHex + "…"
  }
}
