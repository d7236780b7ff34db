import CairnBytes

/// The ID of a server that shares a store with leases.
package struct LeaseHolderID: Hashable, Sendable {
  /// The 8 bytes of the ID as a number.
  package let bits: UInt64

  package init(bits: UInt64) {
    self.bits = bits
  }

  /// Returns a new ID, which no other server has.
  package static func random() -> LeaseHolderID {
    LeaseHolderID(bits: .random(in: .min ... .max))
  }
}

extension LeaseHolderID: CustomStringConvertible {
  /// The ID as 16 hexadecimal digits.
  package var description: String { bits.paddedHex }
}
