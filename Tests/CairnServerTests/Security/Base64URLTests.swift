import CairnSecurity
import Testing

@Suite struct Base64URLTests {
  /// RFC 4648, section 10, without padding.
  @Test(arguments: [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
    ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
  ])
  func `The standard's test vectors are encoded and decoded`(bytes: String, text: String) {
    #expect(Base64URL.encode(Array(bytes.utf8)) == text)
    #expect(Base64URL.decode(text) == Array(bytes.utf8))
    #expect(Base64URL.encodedLength(bytes.utf8.count) == text.utf8.count)
  }

  @Test func `The URL-safe alphabet is used`() {
    #expect(Base64URL.encode([0xfb, 0xff, 0xfe]) == "-__-")
  }

  @Test(arguments: ["Z", "Zh", "Zm9", "Zg==", "Zm+v", "Zm/v", "Zm 9v", "Zm9v\n", "Zmé9", "ZZZZZ"])
  func `Other encodings are rejected`(_ text: String) {
    #expect(Base64URL.decode(text) == nil)
  }

  @Test func `Bytes of every length are decoded as they were encoded`() {
    var numbers = RepeatableNumbers(seed: 1)
    for length in 0..<200 {
      let bytes = RandomToken.bytes(length, using: &numbers)
      let text = Base64URL.encode(bytes)
      #expect(text.utf8.count == Base64URL.encodedLength(length))
      #expect(Base64URL.decode(text) == bytes)
    }
  }
}
