import CairnTesting
import Testing

struct BrowserCookieTests {
  private func visit(_ cookies: [String], then target: String) async throws -> String? {
    let site = StaticSite([
      "GET /a/b": { _ in .page("", headers: cookies.map { ("Set-Cookie", $0) }) }
    ])
    let browser = Browser(site)
    try await browser.open("/a/b")
    try await browser.open(target)
    return site.requests.last?.header("Cookie")
  }

  @Test func `The path of a cookie decides where it's sent`() async throws {
    let cookies = ["one=1; Path=/", "two=2", "three=3; Path=/a/b", "four=4; Path=/a/bc"]
    #expect(try await visit(cookies, then: "/") == "one=1")
    #expect(try await visit(cookies, then: "/a/x") == "two=2; one=1")
    #expect(try await visit(cookies, then: "/a/b/c") == "three=3; two=2; one=1")
    #expect(try await visit(cookies, then: "/ab") == "one=1")
  }

  @Test func `Later cookies replace earlier ones, and a zero age removes them`() async throws {
    #expect(try await visit(["a=1; Path=/", "a=2; Path=/"], then: "/") == "a=2")
    #expect(
      try await visit(["a=1; Path=/", "a=; Path=/; Max-Age=0", "b=1; Path=/"], then: "/") == "b=1")
  }

  @Test func `Cookies with a prefix must meet its requirements`() async throws {
    #expect(try await visit(["__Host-a=1; Path=/"], then: "/") == nil)
    #expect(try await visit(["__Host-a=1; Path=/; Secure"], then: "/") == "__Host-a=1")
    #expect(try await visit(["__Host-a=1; Path=/a; Secure"], then: "/a") == nil)
  }

  @Test func `The attributes of a cookie can be read`() async throws {
    let site = StaticSite([
      "GET /": { _ in
        .page("", headers: [("Set-Cookie", "id=x; Path=/; Max-Age=60; HttpOnly; SameSite=Strict")])
      }
    ])
    let browser = Browser(site)
    try await browser.open("/")
    let cookie = try #require(browser.cookies.first)
    #expect(cookie.isHTTPOnly && !cookie.isSecure)
    #expect(cookie.maxAge == 60)
    #expect(cookie.sameSite == .strict)
    browser.removeCookies()
    #expect(browser.cookies == [])
  }

  @Test func `Requests from other sites send cookies that SameSite allows`() async throws {
    let site = StaticSite([
      "GET /": { _ in
        .page(
          "",
          headers: [
            ("Set-Cookie", "s=1; Path=/; SameSite=Strict"), ("Set-Cookie", "l=1; Path=/"),
            ("Set-Cookie", "n=1; Path=/; SameSite=None; Secure"),
          ])
      }
    ])
    let browser = Browser(site)
    try await browser.open("/")
    try await browser.open("/", fromSite: "https://evil.example")
    try await browser.post("/", fields: [("a", "b")], fromSite: "https://evil.example")

    let headers = ["Cookie", "Sec-Fetch-Site", "Origin", "Referer"]
    #expect(
      headers.map { site.requests[1].header($0) } == [
        "l=1; n=1", "cross-site", nil, "https://evil.example/",
      ])
    #expect(
      headers.map { site.requests[2].header($0) } == [
        "n=1", "cross-site", "https://evil.example", "https://evil.example/",
      ])
  }

  @Test func `With a no-referrer policy, the origin is null`() async throws {
    let site = StaticSite([
      "GET /": { _ in
        .page(
          "<form method=post><button>Go</button></form>",
          headers: [("Referrer-Policy", "no-referrer")])
      }
    ])
    let browser = Browser(site)
    try await browser.open("/")
    try await browser.click("Go")
    #expect(site.requests[1].header("Origin") == "null")
    #expect(site.requests[1].header("Referer") == nil)
  }
}
