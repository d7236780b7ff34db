/// The 64-bit FNV-1a hash, for tables and versions. It doesn't resist attackers.
package enum FNV1a {
  /// Returns the hash of bytes.
  ///
  /// - Parameter seed: The hash of an empty input. The default is the offset basis of the specification.
  package static func hash(
    _ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0xCBF2_9CE4_8422_2325
  ) -> UInt64 {
    var hash = seed
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }

  /// Returns the hash of a string's UTF-8 bytes.
  package static func hash(_ text: String, seed: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
    text.withBytes { hash(UnsafeRawBufferPointer($0), seed: seed) }
  }
}
