extension UInt128 {
  /// The number that 16 bytes are, the first being the highest; nil for any other count.
  package init?(bigEndianBytes bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    self = bytes.reduce(0) { $0 << 8 | UInt128($1) }
  }

  /// The number's 16 bytes, the highest first.
  package var bigEndianBytes: [UInt8] {
    withUnsafeBytes(of: bigEndian) { Array($0) }
  }
}
