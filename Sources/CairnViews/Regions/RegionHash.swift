/// A hash of markup with a key, so that nobody who does not know it can make two texts that look the same to it.
package struct RegionHash {
  /// The key of a server, and of all that share its secret.
  package struct Key: Sendable {
    let first: UInt64
    let second: UInt64

    /// - Parameter bytes: At least 16, of which nobody else knows.
    package init(_ bytes: [UInt8]) {
      (first, second) = bytes.withUnsafeBytes {
        (
          $0.loadUnaligned(as: UInt64.self),
          $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self) | 1
        )
      }
    }
  }

  private(set) var value: UInt64
  private let key: Key

  /// The hash of the markup of a part, which is never 0.
  static func of(_ markup: Slice<UnsafeRawBufferPointer>, _ key: Key) -> UInt64 {
    var hash = start(key, 0)
    hash.mix(UnsafeRawBufferPointer(rebasing: markup))
    return hash.value == 0 ? 1 : hash.value
  }

  /// The hash of the markup of a part, which is opened by another tag than it was with.
  static func of(
    _ content: Slice<UnsafeRawBufferPointer>, openedBy tag: StaticString, _ key: Key
  ) -> UInt64 {
    let markup = tag.withUTF8Buffer { Array($0) } + content
    return markup.withUnsafeBytes { of($0[...], key) }
  }

  static func start(_ key: Key, _ count: Int) -> RegionHash {
    RegionHash(value: key.first ^ UInt64(truncatingIfNeeded: count), key: key)
  }

  mutating func mix(_ word: UInt64) {
    value = Self.folded(value ^ word, key.second) ^ (word &>> 32)
  }

  /// Takes in who a part is, and what it is.
  mutating func mix(_ part: PageRegions.Part) {
    value = Self.folded(value ^ part.id, key.second ^ part.hash) ^ part.hash
  }

  /// Takes in bytes, and how many they are.
  mutating func mix(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return mix(0) }
    let count = bytes.count
    var offset = 0
    var (one, other) = (value ^ UInt64(count), key.first)
    while offset &+ 32 <= count {
      // Two chains: each waits for its own multiplication.
      one = Self.folded(Self.word(base, offset) ^ key.second, Self.word(base, offset &+ 8) ^ one)
      other = Self.folded(
        Self.word(base, offset &+ 16) ^ key.second, Self.word(base, offset &+ 24) ^ other)
      offset &+= 32
    }
    var hash = one ^ other
    while offset &+ 8 <= count {
      hash = Self.folded(Self.word(base, offset) ^ key.first, hash ^ key.second)
      offset &+= 8
    }
    if offset < count {
      var word: UInt64 = 1
      while offset < count {
        word = word &<< 8 | UInt64(base.load(fromByteOffset: offset, as: UInt8.self))
        offset &+= 1
      }
      hash = Self.folded(word ^ key.first, hash ^ key.second)
    }
    value = Self.folded(hash ^ key.first, UInt64(count) ^ key.second)
  }

  private static func word(_ base: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  private static func folded(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: other)
    return product.high ^ product.low
  }
}
