import CairnBytes
import Testing

@Suite struct ByteComparisonTests {
  @Test func `Texts are compared as bytes`() {
    #expect("é".hasSameBytes(as: "é"))
    #expect(!"é".hasSameBytes(as: "e\u{301}"))
    #expect(!"a".hasSameBytes(as: "ab"))
    #expect("".hasSameBytes(as: ""))
    #expect(Bytewise("é") != Bytewise("e\u{301}"))
    #expect(Set([Bytewise("é"), Bytewise("e\u{301}"), Bytewise("é")]).count == 2)
  }

  @Test func `Paths are compared as bytes`() {
    #expect(["a", "é"].hasSameBytes(as: ["a", "é"]))
    #expect(!["a", "é"].hasSameBytes(as: ["a", "e\u{301}"]))
    #expect(!["a"].hasSameBytes(as: ["a", ""]))
    #expect(["a", "b"].begins(with: ["a"]))
    #expect(["a", "b"].begins(with: []))
    #expect(!["a"].begins(with: ["a", "b"]))
    #expect(!["ab"].begins(with: ["a"]))
  }

  @Test func `Only the case of ASCII letters is ignored`() {
    #expect("Content-TYPE".equalsIgnoringCase("content-type"))
    #expect(!"Content-Type".equalsIgnoringCase("Content-Typ"))
    // Bytes that differ in the bit that distinguishes letters.
    for (one, other) in [("@", "`"), ("[", "{"), ("\r", "-"), ("É", "é")] {
      #expect(!one.equalsIgnoringCase(other))
    }
    #expect("GZip".utf8.isWord("gzip"))
    #expect(!"gzip ".utf8.isWord("gzip"))
  }
}
