/// FNV-1a with 64 bits: a hash for tables and versions, which resists no attacker.
package enum FNV1a {
  /// The hash of bytes.
  /// - Parameter seed: The hash of no bytes. By default it is the one of the specification.
  package static func hash(
    _ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0xCBF2_9CE4_8422_2325
  ) -> UInt64 {
    var hash = seed
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }

  /// The hash of a text's UTF-8 bytes.
  package static func hash(_ text: String, seed: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
    text.withBytes { hash(UnsafeRawBufferPointer($0), seed: seed) }
  }
}
