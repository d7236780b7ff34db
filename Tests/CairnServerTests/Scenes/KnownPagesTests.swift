import CairnSecurity
import Testing

@testable import CairnServer

/// Tokens of the pages that a browser shows.
@Suite struct KnownPagesTests {
  private func token(_ revision: UInt64) -> PageToken {
    PageToken(
      scene: "a", revision: revision, layers: [1], location: "/", nonce: 1, issued: revision)
  }

  @Test func `A page's token is found by the page's digest`() {
    let pages = KnownPages()
    #expect(pages.token(of: 1) == nil)
    pages.note(token(1), of: 1)
    pages.note(token(2), of: 2)
    #expect(pages.token(of: 1)?.revision == 1)
    #expect(pages.token(of: 2)?.revision == 2)
  }

  @Test func `The last four pages are known`() {
    let pages = KnownPages()
    for number in UInt64(1)...6 { pages.note(token(number), of: number) }
    #expect((UInt64(1)...6).map { pages.token(of: $0)?.revision } == [nil, nil, 3, 4, 5, 6])
  }

  @Test func `A page that is shown again becomes the newest`() {
    let pages = KnownPages()
    for number in UInt64(1)...4 { pages.note(token(number), of: number) }
    pages.note(token(9), of: 1)
    #expect(pages.token(of: 1)?.revision == 9)
    pages.note(token(5), of: 5)
    #expect(pages.token(of: 2) == nil)
    #expect(pages.token(of: 1)?.revision == 9)
  }
}
