import CairnTesting
import Testing

@testable import CairnServer

/// A server behind a proxy, which says by its fields what browsers have asked for.
@Suite(.timeLimit(.minutes(30))) struct ReverseProxyTests {
  private static let forwarded = [
    ("Host", "127.0.0.1:8080"), ("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "example.org"),
    ("X-Forwarded-For", "203.0.113.9"),
  ]

  private func answers(
    trusting proxies: [String], _ request: BrowserRequest
  ) async throws -> BrowserResponse {
    var settings = ServerSettings()
    settings.port = 0
    settings.trustedProxies = proxies
    let server = try sampleServer(settings: settings)
    try server.start()
    let response = try await SocketTransport(port: server.port).send(request)
    await server.stop()
    return response
  }

  @Test func theCookieFollowsTheSchemeOfATrustedProxy() async throws {
    let request = BrowserRequest(target: "/sample", headers: Self.forwarded)
    let page = try await answers(trusting: ["127.0.0.0/8"], request)
    #expect(page.header("Set-Cookie")?.hasPrefix("__Host-cairn=") == true)
    #expect(page.header("Strict-Transport-Security") == "max-age=31536000")
    let stranger = try await answers(trusting: ["10.0.0.1"], request)
    #expect(stranger.header("Set-Cookie")?.hasPrefix("cairn-") == true)
    #expect(stranger.header("Strict-Transport-Security") == nil)
  }

  /// 409 is what a form without a page of ours gets: its origin was accepted.
  @Test(arguments: [(["127.0.0.1"], 409), ([], 403)])
  func theOriginOfFormsIsWhatATrustedProxySays(proxies: [String], status: Int) async throws {
    let answer = try await answers(
      trusting: proxies,
      BrowserRequest(
        method: "POST", target: "/sample",
        headers: Self.forwarded + [("Origin", "https://example.org")]))
    #expect(answer.status == status)
    let hasStrictTransport = answer.header("Strict-Transport-Security") != nil
    #expect(hasStrictTransport == !proxies.isEmpty)
  }

  @Test func aFormOfAnotherOriginIsRefusedUnread() async throws {
    let answer = try await answers(
      trusting: [],
      BrowserRequest(
        method: "POST", target: "/sample",
        headers: [
          ("Origin", "https://evil.example"),
          ("Content-Type", "multipart/form-data; boundary=B"),
        ], body: Array("no form".utf8)))
    // Read, it would be 400.
    #expect(answer.status == 403)
  }

  @Test func aNetworkThatIsNoneIsNamed() {
    var settings = ServerSettings()
    settings.trustedProxies = ["nginx"]
    let error = #expect(throws: ServerError.self) { try sampleServer(settings: settings) }
    #expect(error?.description.contains("'nginx'") == true)
  }
}
