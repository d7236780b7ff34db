/// What a page consists of: layers, and in each the parts that change apart from the rest of it, which are rows and
/// fields. Of each no more than who it is and a hash of its markup is known.
///
/// A server that keeps this knows what a browser shows without keeping the page, and sends what another
/// rendering has changed. See ``PagePatch``.
package struct PageRegions: Sendable, Equatable {
  /// A row or a field: 16 bytes.
  package struct Part: Sendable, Equatable {
    /// The place of its view.
    let id: UInt64
    let hash: UInt64
  }

  package struct Layer: Sendable, Equatable {
    let identity: UInt64
    /// The hash of the markup around the parts. Who sent it is known by other means: what belongs to one answer
    /// alone, such as the token, is no part of it.
    let rest: UInt64
    /// Whether its controls have names: a layer that others cover has to have none.
    let isNamed: Bool
    let parts: [Part]
    /// Where the runs of parts end that stand side by side, with no markup between them.
    let runs: [Int]

    /// The indices of the parts of a run.
    func run(_ index: Int) -> Range<Int> { (index == 0 ? 0 : runs[index - 1])..<runs[index] }
  }

  package internal(set) var layers: [Layer] = []
  /// The hash of who the page's levels are.
  package internal(set) var levels: UInt64 = 0
  /// The hash of the page's title.
  package internal(set) var title: UInt64 = 0
  /// Names all of it.
  package internal(set) var digest: UInt64 = 0

  /// How many bytes it takes, about.
  package var size: Int {
    layers.reduce(64) { $0 + 64 + $1.parts.count * 16 + $1.runs.count * 8 }
  }

  /// Makes the digest of what is there.
  mutating func seal(_ key: RegionHash.Key) {
    var hash = RegionHash.start(key, layers.count)
    hash.mix(title)
    for layer in layers {
      hash.mix(layer.identity)
      hash.mix(layer.rest)
      for part in layer.parts { hash.mix(part) }
      for end in layer.runs { hash.mix(UInt64(end)) }
    }
    digest = hash.value
  }

  /// A page as its browser names it: 16 hexadecimal digits.
  package static func digest(_ text: String) -> UInt64? { Hex.parse(text) }
}

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
