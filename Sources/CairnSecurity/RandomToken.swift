/// Unguessable values from a cryptographically secure random number generator.
///
/// On Linux, `SystemRandomNumberGenerator` reads `getrandom(2)`. Tests pass their own generator.
package enum RandomToken {
  /// The letters of scene IDs. They're Crockford's Base32 in lowercase, without the similar letters i, l, o, and u.
  private static let sceneIDAlphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  /// The number of characters of a scene ID. Each of the 12 characters has five bits, which are 60 bits in total.
  package static let sceneIDLength = 12

  /// The maximum length of a scene ID that's accepted in a request.
  package static let maximumSceneIDLength = 32

  /// Returns `count` random bytes.
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

  /// Returns 128 random bits, the size of a session ID and a page's nonce.
  package static func bits128() -> UInt128 {
    var generator = SystemRandomNumberGenerator()
    return bits128(using: &generator)
  }

  package static func bits128(using generator: inout some RandomNumberGenerator) -> UInt128 {
    let high = UInt128(generator.next())
    return high << 64 | UInt128(generator.next())
  }

  /// Returns a token of at least `bits` random bits, rounded up to whole bytes, in base64url.
  package static func base64URL(bits: Int = 128) -> String {
    Base64URL.encode(bytes((bits + 7) / 8))
  }

  /// Returns a random scene ID such as `k3f9x2m0ta7c`, for the query of the scene's location.
  ///
  /// A scene ID isn't secret, because it's in the address bar. It must be unique.
  package static func sceneID(length: Int = sceneIDLength) -> String {
    var generator = SystemRandomNumberGenerator()
    return sceneID(length: length, using: &generator)
  }

  package static func sceneID(
    length: Int = sceneIDLength, using generator: inout some RandomNumberGenerator
  ) -> String {
    String(unsafeUninitializedCapacity: length) { buffer in
      var word: UInt64 = 0
      for index in 0..<length {
        // A 64-bit word has enough bits for 12 letters of five bits.
        if index % 12 == 0 { word = generator.next() }
        buffer.initializeElement(at: index, to: sceneIDAlphabet[Int(word & 31)])
        word >>= 5
      }
      return length
    }
  }

  /// Returns the scene ID for the lower 60 bits.
  package static func sceneID(of bits: UInt64) -> String {
    var generator = OneWord(bits: bits)
    return sceneID(using: &generator)
  }

  private struct OneWord: RandomNumberGenerator {
    let bits: UInt64

    mutating func next() -> UInt64 { bits }
  }

  /// Returns whether `text` has the form of a scene ID, which is 1 to 32 letters of its alphabet.
  package static func isSceneID(_ text: some StringProtocol) -> Bool {
    var length = 0
    for byte in text.utf8 {
      length += 1
      guard length <= maximumSceneIDLength, sceneIDAlphabet.contains(byte) else { return false }
    }
    return length > 0
  }
}
