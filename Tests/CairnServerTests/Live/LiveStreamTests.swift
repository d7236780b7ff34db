import Testing

@testable import CairnServer

struct LiveStreamTests {
  private func event(_ patch: String) -> String? {
    Array(patch.utf8).withUnsafeBytes { LiveStream.event($0, of: "k3") }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func anEventHasNoNUL() {
    #expect(event("{}\0<p>\0<b>") == "data: k3\ndata: {}\u{1E}<p>\u{1E}<b>\n\n")
  }

  @Test func eachLineIsOneOfTheEvent() {
    #expect(event("a\r\nb\rc\nd") == "data: k3\ndata: a\ndata: b\ndata: c\ndata: d\n\n")
  }

  @Test func whatCouldBeTakenForANULIsAskedFor() {
    #expect(event("{}\0A\u{1E}B") == nil)
  }
}
