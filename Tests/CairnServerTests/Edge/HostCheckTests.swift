import CairnHTTP
import CairnSecurity
import CairnTesting
import Testing

@testable import CairnServer

/// Requests whose `Host` isn't one of the server's names.
@Suite(.timeLimit(.minutes(30))) struct HostCheckTests {
  @Test(
    arguments: [
      (nil, true), ("localhost", true), ("localhost:8080", true), ("LOCALHOST:1", true),
      ("app.localhost", true), ("a.b.LOCALHOST:80", true), ("xlocalhost", false),
      (".localhost.", false), ("127.0.0.1:8080", true), ("[::1]:8080", true), ("10.0.0.5", true),
      ("[2001:db8::1]", true), ("evil.example", false), ("evil.example:8080", false),
      ("localhost.evil.example", false), ("127.0.0.1.evil.example", false), ("", false),
      ("a b", false), ("[::1", false), ("localhost:65535", true), ("localhost:65536", false),
      ("localhost:", false), ("localhost:80a", false), ("127.0.0.1:123456", false), (":80", false),
    ] as [(String?, Bool)])
  func `Without an origin, only IP addresses and localhost are accepted`(
    host: String?, isOurs: Bool
  ) {
    #expect(HostCheck(settings: ServerSettings(), origin: nil).admits(host) == isOurs)
  }

  @Test func `Only the configured names are accepted`() {
    var settings = ServerSettings()
    settings.allowedHosts = ["Other.example"]
    settings.host = "machine.example"
    let check = HostCheck(settings: settings, origin: Origin("https://example.org:8443"))
    for host in [
      "example.org:8443", "example.org", "EXAMPLE.org:1", "other.example", "machine.example:8080",
    ] {
      #expect(check.admits(host), "\(host)")
    }
    for host in ["www.example.org", "example.org.evil.example", "xexample.org"] {
      #expect(!check.admits(host), "\(host)")
    }
  }

  private func status(
    _ method: String, host: String, _ server: Server, _ fields: [(String, String)] = []
  ) async throws -> (status: Int, text: String) {
    var headers: HTTPHeaders = ["Host": host, "Origin": "http://\(host)"]
    for (name, value) in fields { headers.append(name, value) }
    let request = try #require(
      HTTPRequest(method: HTTPMethod(method), target: "/sample", headers: headers))
    if !request.isRead, let refusal = server.responder.refusal(of: request) {
      return (refusal.status.rawValue, Self.text(refusal))
    }
    guard case .now(let response) = server.responder.respond(to: request) else { return (0, "") }
    return (response.status.rawValue, Self.text(response))
  }

  /// The fields by which a proxy can be recognized.
  private static let proxyFields = [
    "Forwarded", "Via", "X-Forwarded-For", "x-forwarded-host", "X-Forwarded-Proto", "X-Real-IP",
  ]

  private static func text(_ response: HTTPResponse) -> String {
    response.body.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `A page with another host name can neither read nor post`() async throws {
    let server = try sampleServer()
    for method in ["GET", "HEAD", "POST"] {
      let answer = try await status(method, host: "rebound.example:8080", server)
      #expect(answer.status == 421, "\(method)")
      #expect(!answer.text.contains("Visits"))
    }
    let answer = try await status("GET", host: "rebound.example", server)
    #expect(
      answer.text.contains("--allowed-host rebound.example"),
      "the page on the machine itself names the option")
    #expect(server.sessionCount == 0)
    for field in Self.proxyFields {
      let page = try await status("GET", host: "rebound.example", server, [(field, "x")])
      #expect(page.status == 421)
      #expect(!page.text.contains("--allowed-host"), "a visitor behind a proxy: \(field)")
    }
    // A load balancer uses an address, or a name that the server is configured with.
    let request = try #require(HTTPRequest(target: "/~health", headers: ["Host": "probe"]))
    guard case .now(let response) = server.responder.respond(to: request) else {
      Issue.record("The request wasn't rejected immediately")
      return
    }
    #expect(response.status == .misdirectedRequest)
  }
}
