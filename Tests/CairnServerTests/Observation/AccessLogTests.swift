import CairnTesting
import Foundation
import Testing

@testable import CairnServer

@Suite(.timeLimit(.minutes(30))) struct AccessLogTests {
  /// Returns the lines that a server logs for requests, in the order of the requests. With several connections, the
  /// order would depend on when responses end.
  private func lines(
    _ change: (inout ServerSettings) -> Void, _ requests: [BrowserRequest]
  ) async throws -> [String] {
    let pipe = Pipe()
    var settings = ServerSettings()
    settings.port = 0
    settings.accessLogDescriptor = pipe.fileHandleForWriting.fileDescriptor
    change(&settings)
    let server = try sampleServer(settings: settings)
    try server.start()
    for request in requests {
      _ = try await SocketTransport(port: server.port).send(request)
    }
    await server.stop()
    try pipe.fileHandleForWriting.close()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    let text = String(decoding: data, as: UTF8.self)
    let paths = requests.map { String($0.target.prefix { $0 != "?" }) }
    return text.split(separator: "\n").map(String.init).sorted {
      let places = [$0, $1].map { line in
        paths.firstIndex { line.contains(" \($0) ") || line.contains("\"\($0)\"") } ?? paths.count
      }
      return places[0] < places[1]
    }
  }

  private static let requests = [
    BrowserRequest(target: "/sample?~k3&token=secret"),
    BrowserRequest(target: "/public/nothing%22here"),
    BrowserRequest(
      method: "POST", target: "/sample/add", headers: [("Origin", "https://evil.example")]),
    BrowserRequest(method: "HEAD", target: "/~health"),
    BrowserRequest(target: "/%zz"),
  ]

  @Test func `The log contains each request and its response`() async throws {
    let lines = try await lines({ $0.accessLog = .common }, Self.requests)
    let own = #/127\.0\.0\.1 - - \[[^\]]+\] "(.*)" (\d+) (\d+) \d+\.\d{6}/#
    let parts = try lines.map { line in
      let match = try #require(try own.wholeMatch(in: line), "\(line)")
      return (String(match.1), String(match.2), try #require(Int(match.3)))
    }
    #expect(
      parts.map(\.0) == [
        "GET /sample HTTP/1.1", "GET /public/nothing%22here HTTP/1.1", "POST /sample/add HTTP/1.1",
        "HEAD /~health HTTP/1.1", "GET - HTTP/1.1",
      ])
    #expect(parts.map(\.1) == ["200", "404", "403", "200", "400"])
    #expect(parts[0].2 > 500)
    #expect(parts[3].2 == 0)
    #expect(!lines.joined().contains("secret"))
  }

  @Test func `The log can be written in JSON`() async throws {
    let lines = try await lines({ $0.accessLog = .json }, Self.requests)
    let objects = try lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.map { $0["status"] as? Int } == [200, 404, 403, 200, 400])
    #expect(objects.map { $0["path"] as? String }.first == "/sample")
  }

  @Test func `The log contains the client that a trusted proxy reports`() async throws {
    let lines = try await lines(
      {
        $0.accessLog = .common
        $0.trustedProxies = ["127.0.0.1"]
      },
      [BrowserRequest(target: "/sample", headers: [("X-Forwarded-For", "6.6.6.6, 203.0.113.9")])])
    #expect(lines.map { $0.hasPrefix("203.0.113.9 - - [") } == [true])
  }

  @Test func `The access log is off by default`() async throws {
    #expect(try await lines({ _ in }, Self.requests).isEmpty)
  }
}
