/// The slots of a Redis cluster, each of which belongs to one node.
enum HashSlot {
  static let count = 16384

  /// Returns the slot of a key, which is the CRC-16 (XMODEM) of its hash tag, or of the whole key if it has no tag.
  static func of(_ key: [UInt8]) -> Int {
    var hashed = key[...]
    if let start = key.firstIndex(of: UInt8(ascii: "{")),
      let end = key[(start + 1)...].firstIndex(of: UInt8(ascii: "}")), end > start + 1
    {
      hashed = key[(start + 1)..<end]
    }
    var crc: UInt16 = 0
    for byte in hashed {
      crc ^= UInt16(byte) << 8
      for _ in 0..<8 { crc = crc & 0x8000 != 0 ? crc << 1 ^ 0x1021 : crc << 1 }
    }
    return Int(crc) % count
  }
}
