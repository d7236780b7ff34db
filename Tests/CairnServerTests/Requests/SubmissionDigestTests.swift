import CairnServer
import Testing

@Suite struct SubmissionDigestTests {
  typealias Fields = [(name: String, value: String)]

  @Test func `Equal fields have equal digests`() {
    let fields: Fields = [("~tap", "1f"), ("~f.1.2", "Keyboard 🎹")]
    #expect(SubmissionDigest(fields: fields) == SubmissionDigest(fields: fields))
  }

  @Test func `Any change of the fields changes the digest`() {
    let all: [Fields] = [
      [], [("", "")], [("a", "")], [("", "a")], [("a", "b")], [("ab", "")], [("", "ab")],
      [("a", "b"), ("c", "d")], [("c", "d"), ("a", "b")], [("a", "bcd")], [("a", "b"), ("", "")],
      [("a", "b\u{0}")], [("a", "é")], [("a", "e\u{301}")],
    ]
    #expect(Set(all.map { SubmissionDigest(fields: $0) }).count == all.count)
  }
}
