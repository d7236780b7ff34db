import CairnTesting
import Testing

@testable import CairnServer

/// A server behind a proxy that terminates TLS.
@Suite struct PublicOriginTests {
  private func transport(_ origin: String?) throws -> InProcessTransport {
    var settings = ServerSettings()
    settings.publicOrigin = origin
    return InProcessTransport(try sampleServer(settings: settings))
  }

  @Test func `With an HTTPS origin, the cookie is secure`() async throws {
    let page = try await transport("https://example.org").send(BrowserRequest(target: "/sample"))
    let cookie = try #require(page.header("Set-Cookie"))
    #expect(cookie.hasPrefix("__Host-cairn="))
    #expect(cookie.contains("; Secure"))
    #expect(page.header("Strict-Transport-Security") != nil)
    let plain = try await transport(nil).send(BrowserRequest(target: "/sample"))
    #expect(plain.header("Set-Cookie")?.contains("Secure") == false)
    #expect(plain.header("Strict-Transport-Security") == nil)
  }

  @Test(arguments: [("https://example.org", 409), ("http://localhost", 403)])
  func `Forms must come from the public origin`(origin: String, status: Int) async throws {
    let answer = try await transport("https://example.org").send(
      BrowserRequest(method: "POST", target: "/sample", headers: [("Origin", origin)]))
    #expect(answer.status == status)
  }

  @Test(arguments: [
    ("POST", "Origin", "https://example.org", 405, "Method not allowed"),
    ("GET", "Range", "bytes=99999999-", 416, "Request rejected"),
  ])
  func `Errors of static files have the server's error page`(
    method: String, field: String, value: String, status: Int, title: String
  ) async throws {
    let answer = try await transport("https://example.org").send(
      BrowserRequest(method: method, target: "/public/cairn.css", headers: [(field, value)]))
    #expect(answer.status == status)
    #expect(answer.text.contains("<h1>\(title)</h1>"))
    #expect(answer.header("Content-Security-Policy") != nil)
    #expect(answer.header("Strict-Transport-Security") != nil)
  }

  @Test func `An invalid public origin is rejected`() {
    #expect(throws: ServerError.self) { try transport("example.org") }
  }
}
