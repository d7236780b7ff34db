import CairnHTTP
import Testing

@Suite struct PathPrefixTests {
  @Test(arguments: [
    ("", ""), ("/", ""), ("/a", "/a"), ("a", "/a"), ("/a/", "/a"),
    ("/a/b-c/d_e.f/", "/a/b-c/d_e.f"),
  ])
  func `Slashes at the ends are optional`(text: String, path: String) throws {
    let prefix = try #require(PathPrefix(text))
    #expect(prefix.path == path)
    #expect(prefix.segments == path.split(separator: "/").map(String.init))
    #expect((prefix == .none) == path.isEmpty)
  }

  @Test(arguments: [
    "//", "//a", "/a//b", "/a//", "/.", "/..", "/a/../b", "/.hidden", "/~a", "/a~", "/a b",
    "/a%20b", "/ä", "/a?b", "/a#b", "/a;b", "/a\r\nb", "https://example.org", "/a\u{301}",
    "/" + String(repeating: "a", count: 200),
  ])
  func `A path that isn't equal in URLs, cookies, and header fields is rejected`(text: String) {
    #expect(PathPrefix(text) == nil)
  }

  @Test(arguments: [
    ("/a", true), ("/a/", true), ("/a/b", true), ("/ab", false), ("/ab/a", false), ("/", false),
    ("/A", false), ("/%61", false), ("", false), ("*", false), ("/a?x", false), ("/b/a", false),
  ])
  func `A prefix contains only whole segments`(rawPath: String, isContained: Bool) throws {
    let prefix = try #require(PathPrefix("/a"))
    #expect(prefix.contains(rawPath: rawPath) == isContained)
  }

  @Test func `Without a prefix, every path is contained`() {
    for path in ["/", "/a", "/a/b"] { #expect(PathPrefix.none.contains(rawPath: path)) }
  }
}
