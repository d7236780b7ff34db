import Cairn
import CairnHTTP
import CairnSessions
import CairnTesting
import InMemoryLogging
import Logging
import Testing
import Ways

@testable import CairnServer

/// Requests that are rejected based on their heads, before their bodies are read.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct EarlyRejectionTests {
  /// Passes all requests on.
  private struct Passing: Middleware {
    func respond(to request: EndpointRequest, _ next: Next) async throws -> EndpointResponse {
      await next()
    }
  }

  private func server(
    _ settings: ServerSettings = ServerSettings(), logger: Logger? = nil,
    middleware: [any Middleware] = []
  ) throws -> Server {
    try Server(settings: settings, sessions: MemorySessionStore(), logger: logger) {
      $0.probe = Probe()
    } mounts: {
      for layer in middleware { layer }
      Mount("/sample", SampleApp.self)
      Endpoint(.post, "/rooms") { _ in .noContent }
    }
  }

  /// Returns the status with which a request is rejected before its body, or `nil` if the body is read.
  private func refusal(
    _ method: String, _ target: String, headers: HTTPHeaders, of server: Server
  ) throws -> Int? {
    let request = try #require(
      HTTPRequest(method: HTTPMethod(method), target: target, headers: headers))
    return server.responder.refusal(of: request)?.status.rawValue
  }

  private static let own: HTTPHeaders = ["Host": "localhost", "Origin": "http://localhost"]
  private static let many = String(repeating: "&a", count: 5000)

  @Test(
    arguments: [
      ("POST", "/sample", nil), ("POST", "/sample/unknown", nil), ("POST", "/rooms", nil),
      ("POST", "/unknown", 404), ("PUT", "/sample", 405), ("PUT", "/rooms", 405),
      ("POST", "/public/cairn.css", 405), ("POST", "/sample?\(many)", 414),
      ("POST", "/rooms?\(many)", 414),
    ] as [(String, String, Int?)])
  func `A request that can't succeed is rejected before its body is read`(
    method: String, target: String, status: Int?
  ) throws {
    #expect(try refusal(method, target, headers: Self.own, of: server()) == status)
  }

  @Test(arguments: ["/sample", "/rooms"])
  func `A request of another site or for another host is rejected before its body is read`(
    target: String
  ) throws {
    let server = try server()
    let foreign: HTTPHeaders = ["Host": "localhost", "Origin": "https://evil.example"]
    #expect(try refusal("POST", target, headers: foreign, of: server) == 403)
    let other: HTTPHeaders = ["Host": "evil.example", "Origin": "https://evil.example"]
    #expect(try refusal("POST", target, headers: other, of: server) == 421)
  }

  @Test func `Middleware can respond to a form that no page receives`() throws {
    let server = try server(middleware: [Passing()])
    #expect(try refusal("POST", "/unknown", headers: Self.own, of: server) == nil)
    // Files have no middleware.
    #expect(try refusal("POST", "/public/cairn.css", headers: Self.own, of: server) == 405)
  }

  @Test func `Each rejection is logged with the client's address, the path, and the reason`()
    async throws
  {
    let handler = InMemoryLogHandler()
    var settings = ServerSettings()
    settings.port = 0
    let server = try server(settings, logger: Logger(label: "test") { _ in handler })
    try server.start()
    let site = SocketTransport(port: server.port)
    let rejections: [(method: String, target: String, header: (String, String), status: Int)] = [
      ("PUT", "/sample", ("Origin", site.origin), 405),
      ("PUT", "/rooms", ("Origin", site.origin), 405),
      ("POST", "/rooms?\(Self.many.prefix(4000))", ("Origin", site.origin), 414),
      ("POST", "/sample/form", ("Origin", "https://evil.example"), 403),
      ("GET", "/sample/host", ("Host", "evil.example"), 421),
      ("POST", "/public/cairn.css", ("Origin", site.origin), 405),
    ]
    for rejection in rejections {
      let response = try await site.send(
        BrowserRequest(
          method: rejection.method, target: rejection.target, headers: [rejection.header]))
      #expect(response.status == rejection.status, "\(rejection)")
    }
    await server.stop()
    let start = "Rejected request: "
    let entries = handler.entries.filter { $0.message.description.hasPrefix("Rejected") }
    #expect(entries.count == rejections.count)
    // The article lists the level and the values.
    let lines = try Article("Deployment").text.split(separator: "\n")
    let row = try #require(lines.first { $0.hasPrefix("| `Rejected request`") })
    let names = row.matches(of: /`(\w+)`/).map { String($0.1) }
    for (entry, rejection) in zip(entries, rejections) {
      #expect(entry.metadata["client"] == "127.0.0.1", "\(rejection)")
      let path = rejection.target.prefix { $0 != "?" }
      #expect(entry.metadata["path"] == "\(path)", "\(rejection)")
      #expect(entry.metadata["status"] == "\(rejection.status)", "\(rejection)")
      #expect(entry.message.description.hasPrefix(start), "\(rejection)")
      #expect(entry.message.description.count > start.count, "\(rejection)")
      #expect(names.first == "\(entry.level)", "\(rejection)")
      #expect(Set(names.dropFirst()) == Set(entry.metadata.keys), "\(rejection)")
    }
  }
}
