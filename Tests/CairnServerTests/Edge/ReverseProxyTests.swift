import CairnTesting
import Testing

@testable import CairnServer

/// A server behind a proxy that sends the browser's scheme and host in header fields.
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

  @Test func `The cookie depends on the scheme that a trusted proxy reports`() async throws {
    let request = BrowserRequest(target: "/sample", headers: Self.forwarded)
    let page = try await answers(trusting: ["127.0.0.0/8"], request)
    #expect(page.header("Set-Cookie")?.hasPrefix("__Host-cairn=") == true)
    #expect(page.header("Strict-Transport-Security") == "max-age=31536000")
    let stranger = try await answers(trusting: ["10.0.0.1"], request)
    #expect(stranger.header("Set-Cookie")?.hasPrefix("cairn-") == true)
    #expect(stranger.header("Strict-Transport-Security") == nil)
  }

  @Test(arguments: [
    (["127.0.0.0/8"], "edge-7/a=1", true), (["127.0.0.0/8"], "a b", false),
    (["127.0.0.0/8"], String(repeating: "a", count: 129), false), (["10.0.0.1"], "edge-7", false),
  ])
  func `Only a valid ID of a trusted proxy is the request's ID`(
    proxies: [String], id: String, isUsed: Bool
  ) async throws {
    let request = BrowserRequest(
      target: "/sample", headers: Self.forwarded + [("X-Request-ID", id)])
    let page = try await answers(trusting: proxies, request)
    let own = try #require(page.header("X-Request-ID"))
    #expect((own == id) == isUsed)
    #expect(isUsed || own.count == 32)
  }

  /// A form without a page token gets 409, which shows that its origin was accepted.
  @Test(arguments: [(["127.0.0.1"], 409), ([], 403)])
  func `Forms are checked against the origin that a trusted proxy reports`(
    proxies: [String], status: Int
  ) async throws {
    let answer = try await answers(
      trusting: proxies,
      BrowserRequest(
        method: "POST", target: "/sample",
        headers: Self.forwarded + [("Origin", "https://example.org")]))
    #expect(answer.status == status)
    let hasStrictTransport = answer.header("Strict-Transport-Security") != nil
    #expect(hasStrictTransport == !proxies.isEmpty)
  }

  @Test func `A form from another origin is rejected before its body is read`() async throws {
    let answer = try await answers(
      trusting: [],
      BrowserRequest(
        method: "POST", target: "/sample",
        headers: [
          ("Origin", "https://evil.example"),
          ("Content-Type", "multipart/form-data; boundary=B"),
        ], body: Array("no form".utf8)))
    // If the server read the body, it would return 400.
    #expect(answer.status == 403)
  }

  @Test func `The error names an invalid network`() {
    var settings = ServerSettings()
    settings.trustedProxies = ["nginx"]
    let error = #expect(throws: ServerError.self) { try sampleServer(settings: settings) }
    #expect(error?.description.contains("'nginx'") == true)
  }
}
