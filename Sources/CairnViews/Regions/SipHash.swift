/// SipHash-2-4, a pseudorandom function with a key of 128 bits and an output of 64 bits.
///
/// It's specified in “SipHash: A Fast Short-Input PRF” by Aumasson and Bernstein (INDOCRYPT 2012).
struct SipHash {
  private var v0: UInt64
  private var v1: UInt64
  private var v2: UInt64
  private var v3: UInt64
  /// The number of bytes so far, of which only the lowest 8 bits matter.
  private var count: UInt64 = 0

  init(_ key0: UInt64, _ key1: UInt64) {
    v0 = key0 ^ 0x736F_6D65_7073_6575
    v1 = key1 ^ 0x646F_7261_6E64_6F6D
    v2 = key0 ^ 0x6C79_6765_6E65_7261
    v3 = key1 ^ 0x7465_6462_7974_6573
  }

  /// Returns the hash of bytes.
  static func of(_ bytes: UnsafeRawBufferPointer, _ key0: UInt64, _ key1: UInt64) -> UInt64 {
    var hash = SipHash(key0, key1)
    guard let base = bytes.baseAddress else { return hash.value() }
    var offset = 0
    while offset &+ 8 <= bytes.count {
      hash.add(base.word(at: offset))
      offset &+= 8
    }
    let rest = bytes.count &- offset
    return hash.value(tail: base.word(at: offset, count: rest), count: rest)
  }

  /// Adds a word, which contains the next 8 bytes in little-endian order.
  mutating func add(_ word: UInt64) {
    compress(word)
    count &+= 8
  }

  /// Returns the hash of the words, and of up to 7 bytes after them.
  func value(tail: UInt64 = 0, count more: Int = 0) -> UInt64 {
    var end = self
    end.compress(tail | (count &+ UInt64(more)) &<< 56)
    end.v2 ^= 0xFF
    for _ in 0..<4 { end.round() }
    return end.v0 ^ end.v1 ^ end.v2 ^ end.v3
  }

  private mutating func compress(_ word: UInt64) {
    v3 ^= word
    round()
    round()
    v0 ^= word
  }

  private mutating func round() {
    v0 &+= v1
    v2 &+= v3
    v1 = Self.rotated(v1, 13) ^ v0
    v3 = Self.rotated(v3, 16) ^ v2
    v0 = Self.rotated(v0, 32)
    v2 &+= v1
    v0 &+= v3
    v1 = Self.rotated(v1, 17) ^ v2
    v3 = Self.rotated(v3, 21) ^ v0
    v2 = Self.rotated(v2, 32)
  }

  private static func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 {
    word &<< bits | word &>> (64 &- bits)
  }
}

extension UnsafeRawPointer {
  /// Returns the 8 bytes at an offset, in little-endian order.
  func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Returns fewer than 8 bytes at an offset in little-endian order, padded with zeros.
  func word(at offset: Int, count: Int) -> UInt64 {
    if count >= 4 {
      let low = loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      let high = loadUnaligned(fromByteOffset: offset &+ count &- 4, as: UInt32.self)
      return UInt64(UInt32(littleEndian: low))
        | UInt64(UInt32(littleEndian: high)) &<< UInt64(8 &* (count &- 4))
    }
    var word: UInt64 = 0
    for index in 0..<count {
      word |= UInt64(load(fromByteOffset: offset &+ index, as: UInt8.self)) &<< UInt64(8 &* index)
    }
    return word
  }
}
