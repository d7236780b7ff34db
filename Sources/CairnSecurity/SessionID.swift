import CairnBytes

/// Names a session: 128 random bits.
///
/// An id is valid because the server signed the cookie that brings it, not because a table knows
/// it. So a page can be given to a new browser, and its token bound to its session, before
/// anything is stored for it.
package struct SessionID: Hashable, Sendable {
  package let bits: UInt128

  package init(bits: UInt128) {
    self.bits = bits
  }

  /// A new id that nobody can guess.
  package static func random() -> SessionID {
    SessionID(bits: RandomToken.bits128())
  }

  /// The number of bytes of an id.
  package static let length = 16

  /// The id's 16 bytes, the high one first.
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
  /// The first 32 of the 128 bits: enough to follow a session through a log, too few to use it.
  package var description: String {
    UInt32(truncatingIfNeeded: bits >> 96).paddedHex + "…"
  }
}
