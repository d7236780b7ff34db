extension UInt128 {
  /// Creates a number from 16 bytes in big-endian order, or returns `nil` for any other number of bytes.
  package init?(bigEndianBytes bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    self = bytes.reduce(0) { $0 << 8 | UInt128($1) }
  }

  /// The 16 bytes of the number in big-endian order.
  package var bigEndianBytes: [UInt8] {
    withUnsafeBytes(of: bigEndian) { Array($0) }
  }
}
