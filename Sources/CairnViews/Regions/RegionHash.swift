/// A keyed hash of the regions of a page. The hashes are sent to browsers, which send them back.
///
/// **Construction.** Texts of up to 64 bytes are hashed by SipHash-2-4. Longer texts are first compressed by NH, the
/// universal hash function of UMAC (Black, Halevi, Krawczyk, Krovetz, and Rogaway, CRYPTO 1999). Its words have 64
/// bits, as in VMAC (Krovetz and Dai, 2007). Each 1,024 bytes become 16 bytes. The hash is SipHash-2-4 of the
/// compressed text and the text's length. Sequences of numbers and texts are hashed by SipHash-2-4, with the hash of
/// each text.
///
/// **Key.** 128 bits. SipHash-2-4 of a counter expands them to separate keys for short texts, long texts, sequences,
/// and NH.
///
/// **Output.** 64 bits.
///
/// **Bound.** Without the key, two texts have the same hash with a probability of at most 2⁻⁶³. This is 2⁻⁶⁴ for NH
/// plus 2⁻⁶⁴ for the output. Among *q* texts of a client's choice, any two have the same hash with a probability of
/// at most *q*²·2⁻⁶⁴. Both assume that SipHash-2-4 is a pseudorandom function, so the outputs don't disclose the key
/// of NH.
package struct RegionHash {
  /// The key of all servers that share a secret and make pages with the same frame.
  package struct Key: Sendable {
    /// The keys for each ``Use`` with two words each, followed by the key of NH.
    let words: [UInt64]

    /// Creates a key.
    /// - Parameters:
    ///   - bytes: At least 16 secret bytes. Only the first 16 are used.
    ///   - frame: The number of the pages' frame. A server with another frame doesn't recognize their regions.
    package init(_ bytes: [UInt8], frame: UInt32 = 0) {
      words = bytes.withUnsafeBytes { bytes in
        let first =
          UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)) ^ UInt64(frame)
        let second = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        return (0..<UInt64(Key.nhStart + RegionHash.blockSize / 8)).map { index in
          var hash = SipHash(first, second)
          hash.add(index)
          return hash.value()
        }
      }
    }

    /// A use of SipHash that has its own key.
    enum Use: Int, CaseIterable {
      case shortText, longText, sequence
    }

    static let nhStart = 2 * Use.allCases.count

    func sipHash(_ use: Use) -> SipHash {
      SipHash(words[2 * use.rawValue], words[2 * use.rawValue + 1])
    }
  }

  /// The maximum size in bytes of a text that's hashed by SipHash alone.
  static let shortLimit = 64
  /// The number of bytes that NH compresses at once.
  static let blockSize = 1024

  private var hash: SipHash
  private let key: Key

  // MARK: Texts

  /// Returns the hash of a part's markup, which is never 0.
  static func of(_ markup: Slice<UnsafeRawBufferPointer>, _ key: Key) -> UInt64 {
    let text = UnsafeRawBufferPointer(rebasing: markup)
    let value =
      text.count <= shortLimit
      ? SipHash.of(text, key.words[0], key.words[1]) : long(text, key)
    return value == 0 ? 1 : value
  }

  /// Returns the hash of a part's markup with a different start tag.
  static func of(
    _ content: Slice<UnsafeRawBufferPointer>, openedBy tag: StaticString, _ key: Key
  ) -> UInt64 {
    let markup = tag.withUTF8Buffer { Array($0) } + content
    return markup.withUnsafeBytes { of($0[...], key) }
  }

  private static func long(_ text: UnsafeRawBufferPointer, _ key: Key) -> UInt64 {
    var hash = key.sipHash(.longText)
    guard let base = text.baseAddress else { return hash.value() }
    key.words.withUnsafeBufferPointer { words in
      guard let nhKey = words.baseAddress.map({ $0 + Key.nhStart }) else { return }
      var offset = 0
      while offset < text.count {
        let count = min(blockSize, text.count &- offset)
        let compressed = nh(base + offset, count: count, nhKey)
        hash.add(UInt64(truncatingIfNeeded: compressed))
        hash.add(UInt64(truncatingIfNeeded: compressed &>> 64))
        offset &+= count
      }
    }
    hash.add(UInt64(text.count))
    return hash.value()
  }

  /// Returns NH of up to 1,024 bytes.
  ///
  /// This is the sum of the products of each pair of words, after the key is added to each word.
  private static func nh(
    _ base: UnsafeRawPointer, count: Int, _ key: UnsafePointer<UInt64>
  ) -> UInt128 {
    // With two sums, the additions to one sum don't wait for the additions to the other.
    var (one, other) = (0 as UInt128, 0 as UInt128)
    var (offset, key) = (0, key)
    while offset &+ 32 <= count {
      one &+= product(base.word(at: offset), base.word(at: offset &+ 8), key)
      other &+= product(base.word(at: offset &+ 16), base.word(at: offset &+ 24), key + 2)
      offset &+= 32
      key += 4
    }
    if offset &+ 16 <= count {
      one &+= product(base.word(at: offset), base.word(at: offset &+ 8), key)
      offset &+= 16
      key += 2
    }
    // Zeros fill the last pair, which is unambiguous because the text's length is hashed too.
    let rest = count &- offset
    if rest >= 8 {
      let second = base.word(at: offset &+ 8, count: rest &- 8)
      other &+= product(base.word(at: offset), second, key)
    } else if rest > 0 {
      other &+= product(base.word(at: offset, count: rest), 0, key)
    }
    return one &+ other
  }

  private static func product(
    _ first: UInt64, _ second: UInt64, _ key: UnsafePointer<UInt64>
  ) -> UInt128 {
    UInt128(first &+ key[0]) &* UInt128(second &+ key[1])
  }

  // MARK: Sequences

  /// Begins a sequence with a number.
  static func start(_ key: Key, _ count: Int) -> RegionHash {
    var hash = RegionHash(hash: key.sipHash(.sequence), key: key)
    hash.mix(UInt64(truncatingIfNeeded: count))
    return hash
  }

  mutating func mix(_ word: UInt64) { hash.add(word) }

  /// Adds the identity and the hash of a part.
  mutating func mix(_ part: PageRegions.Part) {
    hash.add(part.id)
    hash.add(part.hash)
  }

  /// Adds a text.
  mutating func mix(_ bytes: UnsafeRawBufferPointer) {
    hash.add(Self.of(bytes[...], key))
  }

  /// The hash of the sequence.
  var value: UInt64 { hash.value() }
}
