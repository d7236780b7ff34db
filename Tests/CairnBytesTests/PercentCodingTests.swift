import CairnBytes
import Testing

@Suite struct PercentCodingTests {
  private func text(
    _ encoded: String, plusIsSpace: Bool = false, malformed: PercentCoding.Malformed = .refuse
  ) -> String? {
    encoded.withBytes { PercentCoding.text($0, plusIsSpace: plusIsSpace, malformed: malformed) }
  }

  @Test(arguments: [
    ("", ""), ("a+b", "a+b"), ("%41%4a%4A", "AJJ"), ("%C3%A9é", "éé"), ("a%00b", "a\0b"),
    ("%25%34%31", "%41"), ("%2F%2f", "//"),
  ])
  func `Text is decoded once`(encoded: String, decoded: String) {
    #expect(text(encoded) == decoded)
    #expect(PercentCoding.text(encoded.utf8[...]) == decoded)
  }

  @Test(arguments: ["%", "a%", "%4", "a%4", "%g1", "%1g", "%%41", "% 41", "%+1"])
  func `Malformed escapes are rejected or kept`(encoded: String) {
    #expect(text(encoded) == nil)
    #expect(PercentCoding.text(encoded.utf8[...]) == nil)
    let kept = encoded == "%%41" ? "%A" : encoded
    #expect(text(encoded, malformed: .keep) == kept)
  }

  @Test(arguments: ["%FF", "%C3", "%C3a", "%ED%A0%80", "%C0%80"])
  func `Escaped bytes that aren't UTF-8 are rejected`(encoded: String) {
    #expect(text(encoded) == nil)
    #expect(text(encoded, malformed: .keep) == nil)
  }

  @Test func `Raw bytes that aren't UTF-8 are rejected`() {
    let bytes: [UInt8] = [0x61, 0xFF]
    #expect(bytes.withUnsafeBufferPointer { PercentCoding.text($0) } == nil)
    #expect(bytes.withUnsafeBufferPointer { PercentCoding.bytes($0) } == bytes)
  }

  @Test func `A plus is a space only in forms`() {
    #expect(text("a+b%2Bc", plusIsSpace: true) == "a b+c")
    #expect(text("a+b%2Bc") == "a+b+c")
  }

  @Test func `Only unreserved characters are kept`() {
    var result = "/"
    PercentCoding.append("azAZ09-._~", to: &result)
    PercentCoding.append(" /?#&=+%é\0\n", to: &result)
    #expect(result == "/azAZ09-._~%20%2F%3F%23%26%3D%2B%25%C3%A9%00%0A")
  }

  @Test func `Every byte is decoded as it was encoded`() {
    for value in 0..<128 as Range<UInt8> {
      let text = String(Unicode.Scalar(value))
      let encoded = PercentCoding.encoded(text) { _ in false }
      #expect(encoded.utf8.count == 3)
      #expect(self.text(encoded) == text)
      #expect(self.text(encoded.lowercased()) == text)
    }
  }

  @Test func `Numbers have all their digits`() {
    #expect(UInt8(0x0A).paddedHex == "0a")
    #expect(UInt64(0xF00).paddedHex == "0000000000000f00")
    #expect(UInt16.max.paddedHex == "ffff")
  }
}
