import CairnSecurity
import Testing

@Suite struct OriginTests {
  @Test(arguments: [
    ("http://example.org", "http://example.org"),
    ("HTTP://Example.ORG", "http://example.org"),
    ("http://example.org:80", "http://example.org"),
    ("https://example.org:443", "https://example.org"),
    ("http://example.org:8080", "http://example.org:8080"),
    ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
    ("http://[::1]:8080", "http://[::1]:8080"),
    ("https://[2001:DB8::1]", "https://[2001:db8::1]"),
  ])
  func `Origins are normalized`(text: String, expected: String) {
    #expect(Origin(text)?.description == expected)
  }

  @Test(arguments: [
    "", "null", "example.org", "http:", "http://", "http://:80", "ftp://example.org",
    "http://example.org/", "http://example.org/path", "http://example.org?", "http://a b",
    "http://user@example.org", "http://example.org@evil.org", "http://example.org:",
    "http://example.org:0x50", "http://example.org:99999", "http://example.org:-1",
    "http://example.org:80:80", "http://a,http://b", "http://example.org http://evil.org",
    "http://exämple.org", "http://[::1", "http://[]", "http://[::1]x", "http://[evil.org]",
    "http://example.org\u{0}", "http://example.org\\@evil.org", "http://example.org#",
    "http://" + String(repeating: "a", count: 300), "javascript:alert(1)", "data:text/html,",
  ])
  func `Text that isn't an origin is rejected`(_ text: String) {
    #expect(Origin(text) == nil)
  }

  @Test(arguments: [
    ("http://example.org/inventory?~k3", "http://example.org"),
    ("https://example.org:8443/", "https://example.org:8443"),
    ("http://example.org?a", "http://example.org"),
    ("http://example.org", "http://example.org"),
  ])
  func `The origin of a URL is read`(url: String, expected: String) {
    #expect(Origin(ofURL: url)?.description == expected)
  }

  @Test(arguments: ["http://example.org@evil.org/", "/inventory", "about:blank", "http:///x"])
  func `A URL without an origin is rejected`(_ url: String) {
    #expect(Origin(ofURL: url) == nil)
  }
}
