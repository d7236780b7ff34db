/// Unguessable values from a cryptographically secure source of random numbers.
///
/// On Linux `SystemRandomNumberGenerator` reads `getrandom(2)`; tests pass a generator of their own.
package enum RandomToken {
  /// Letters of a mark: Crockford's base 32 in lower case, without the look-alikes i, l, o and u.
  private static let markAlphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  /// The number of characters of a scene's mark: 12 of five bits, 60 bits altogether.
  package static let markLength = 12

  /// The longest mark that is looked at when a request brings one.
  package static let maximumMarkLength = 32

  /// Random bytes, as many as asked for.
  package static func bytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return bytes(count, using: &generator)
  }

  package static func bytes(
    _ count: Int, using generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      var offset = 0
      while offset < count {
        var word = generator.next()
        for _ in 0..<min(8, count - offset) {
          buffer.initializeElement(at: offset, to: UInt8(truncatingIfNeeded: word))
          word >>= 8
          offset += 1
        }
      }
      filled = count
    }
  }

  /// 128 random bits, the size of a session's id and of a page's nonce.
  package static func bits128() -> UInt128 {
    var generator = SystemRandomNumberGenerator()
    return bits128(using: &generator)
  }

  package static func bits128(using generator: inout some RandomNumberGenerator) -> UInt128 {
    let high = UInt128(generator.next())
    return high << 64 | UInt128(generator.next())
  }

  /// A token of at least `bits` random bits, rounded up to whole bytes, in base64url.
  package static func base64URL(bits: Int = 128) -> String {
    Base64URL.encode(bytes((bits + 7) / 8))
  }

  /// A short mark such as `k3f9x2m0ta7c`, which names a scene in the query of its location.
  ///
  /// A mark is no secret (it stands in the address bar), but it must not be met twice.
  package static func mark(length: Int = markLength) -> String {
    var generator = SystemRandomNumberGenerator()
    return mark(length: length, using: &generator)
  }

  package static func mark(
    length: Int = markLength, using generator: inout some RandomNumberGenerator
  ) -> String {
    String(unsafeUninitializedCapacity: length) { buffer in
      var word: UInt64 = 0
      for index in 0..<length {
        // Twelve letters of five bits are what one word of 64 bits holds.
        if index % 12 == 0 { word = generator.next() }
        buffer.initializeElement(at: index, to: markAlphabet[Int(word & 31)])
        word >>= 5
      }
      return length
    }
  }

  /// The mark that 60 of these bits make.
  package static func mark(of bits: UInt64) -> String {
    var generator = OneWord(bits: bits)
    return mark(using: &generator)
  }

  private struct OneWord: RandomNumberGenerator {
    let bits: UInt64

    mutating func next() -> UInt64 { bits }
  }

  /// Whether `text` could be a mark: 1 to 32 letters of the alphabet of marks.
  package static func isMark(_ text: some StringProtocol) -> Bool {
    var length = 0
    for byte in text.utf8 {
      length += 1
      guard length <= maximumMarkLength, markAlphabet.contains(byte) else { return false }
    }
    return length > 0
  }
}
