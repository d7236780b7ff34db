import CairnBytes
import CairnHTTP
import Testing

struct StreamSafeTests {
  @Test(arguments: ["", "plain", "Ærø", "e\u{301}\u{323}", "日本語", "한국어", "😀"])
  func `Leaves ordinary text unchanged`(text: String) {
    #expect(StreamSafe.isSafe(text))
    #expect(StreamSafe.made(of: text).hasSameBytes(as: text))
  }

  @Test func `Splits a long run of marks`() {
    let marks = String(repeating: "\u{301}", count: 75)
    let run = { String(repeating: "\u{301}", count: $0) }
    let safe = StreamSafe.made(of: "a" + marks + "b")
    #expect(
      safe.hasSameBytes(as: "a\(run(30))\u{34F}\(run(30))\u{34F}\(run(15))b"))
    #expect(StreamSafe.isSafe(safe))
    #expect(!StreamSafe.isSafe("a" + marks))
  }

  @Test func `Compares bytes`() {
    #expect("é" == "e\u{301}")
    #expect(!"é".hasSameBytes(as: "e\u{301}"))
    #expect(Bytewise("é") != Bytewise("e\u{301}"))
    #expect(Bytewise("é") == Bytewise("é"))
    #expect(Set([Bytewise("é"), Bytewise("e\u{301}"), Bytewise("é")]).count == 2)
  }
}
