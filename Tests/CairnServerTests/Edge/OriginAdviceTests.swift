import CairnDependencies
import CairnHTTP
import CairnHealth
import CairnTesting
import Logging
import Synchronization
import Testing

@testable import CairnServer

/// Advice about forms that are rejected because the server's origin isn't configured.
@Suite struct OriginAdviceTests {
  /// Collects log lines.
  private final class Lines: Sendable {
    let all = Mutex<[String]>([])
    var logger: Logger {
      Logger(label: "test") { [self] label in
        LineLogHandler(label: label) { [self] line in all.withLock { $0.append(line) } }
      }
    }
  }

  private func refusal(
    _ headers: HTTPHeaders, from address: String = "127.0.0.1"
  ) throws -> (page: String, log: String) {
    let lines = Lines()
    let edge = Edge(
      pages: try sampleServer().pages,
      health: HealthResponder(
        checks: HealthChecks([], dependencies: DependencyValues(), logger: lines.logger)
      ) { $0(true) },
      hosts: HostCheck(settings: ServerSettings(), origin: nil), logger: lines.logger)
    let request = try #require(
      HTTPRequest(method: .post, target: "/sample", headers: headers, remoteAddress: address))
    let response = try #require(edge.refusal(of: request))
    #expect(response.status == .forbidden)
    return (
      response.body.withUnsafeBytes { String(decoding: $0, as: UTF8.self) },
      lines.all.withLock { $0.joined() }
    )
  }

  @Test func `The log names both origins and the option`() throws {
    let (page, log) = try refusal([
      "Host": "127.0.0.1:8080", "Origin": "https://example.org",
    ])
    #expect(log.contains("Origin doesn't match this server"))
    #expect(log.contains("came from https://example.org"))
    #expect(log.contains("the origin of this server is http://127.0.0.1:8080"))
    #expect(log.contains("--origin https://example.org"))
    #expect(log.contains("--trusted-proxy"))
    #expect(log.contains(#/ client=127\.0\.0\.1 path=\/sample request=[0-9a-f]{32} status=403\n$/#))
    // The page doesn't show them, because a client behind a proxy on this machine has a local address too.
    #expect(!page.contains("example.org"))
    #expect(!page.contains("--origin"))
  }

  @Test(arguments: [
    ("https://localhost:8443", "127.0.0.1:8080"), ("https://app.localhost", "localhost:8080"),
    ("https://127.0.0.1", "[::1]:80"),
  ])
  func `The page names the option only to a developer on the machine`(origin: String, host: String)
    throws
  {
    let (page, _) = try refusal(["Host": host, "Origin": origin])
    #expect(page.contains("--origin \(origin)"))
    let elsewhere = try refusal(["Host": host, "Origin": origin], from: "203.0.113.9")
    #expect(!elsewhere.page.contains("--origin"))
    for field in ["Forwarded", "Via", "X-Forwarded-For"] {
      let visitor = try refusal(["Host": host, "Origin": origin, field: "x"])
      #expect(!visitor.page.contains("--origin"), "a visitor behind a proxy: \(field)")
      #expect(visitor.log.contains("--origin \(origin)"))
    }
  }

  @Test func `The origin of a Referer is named without its path`() throws {
    let (_, log) = try refusal([
      "Host": "127.0.0.1:8080", "Referer": "https://example.org/secret",
    ])
    #expect(log.contains("--origin https://example.org,"))
    #expect(!log.contains("secret"))
  }

  @Test(arguments: ["null", "nonsense\u{1b}[31m", "https://example.org/\n"])
  func `A malformed origin isn't repeated`(origin: String) throws {
    let (page, log) = try refusal(["Host": "127.0.0.1:8080", "Origin": origin])
    #expect(!log.contains("--origin"))
    #expect(!log.contains("nonsense"))
    #expect(!page.contains("--origin"))
    #expect(log.split(separator: "\n").count == 1)
  }
}
