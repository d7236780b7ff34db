import CairnTesting
import Foundation
import Logging
import Synchronization
import Testing

@testable import CairnServer

/// What the server logs about endpoints.
@Suite(.timeLimit(.minutes(30))) struct EndpointLogTests {
  private final class Lines: Sendable {
    let all = Mutex<[String]>([])
    var logger: Logger {
      Logger(label: "test") { [self] label in
        LineLogHandler(label: label) { [self] line in all.withLock { $0.append(line) } }
      }
    }
  }

  @Test func `An endpoint's error is logged in one line`() async throws {
    let lines = Lines()
    let server = try Server(logger: lines.logger) {
      Endpoint(.get, "/rooms/:id") { _ in throw EndpointFailure() }
      Endpoint(.post, "/rooms") { _ in .noContent }
    }
    let site = InProcessTransport(server)
    #expect(try await site.send("GET", "/rooms/7").status == 500)
    #expect(
      try await site.send(
        "POST", "/rooms", headers: [("Origin", "https://evil.example")], isOwn: false
      ).status == 403)
    let logged = lines.all.withLock { $0 }
    #expect(logged.count == 2)
    #expect(logged.first?.contains("GET /rooms/:id failed: password\\n1234\n") == true)
    #expect(logged.last?.contains("Rejected request: Origin doesn't match this server") == true)
  }

  @Test func `The access log contains requests for endpoints`() async throws {
    let pipe = Pipe()
    var settings = ServerSettings()
    settings.port = 0
    settings.accessLog = .common
    settings.accessLogDescriptor = pipe.fileHandleForWriting.fileDescriptor
    let server = try endpointServer(settings)
    try server.start()
    _ = try await SocketTransport(port: server.port).send("DELETE", "/api/bookings/1?a=b")
    await server.stop()
    try pipe.fileHandleForWriting.close()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    #expect(
      String(decoding: data, as: UTF8.self).contains("\"DELETE /api/bookings/1 HTTP/1.1\" 204 0"))
  }
}
