import InMemoryLogging
import Logging
import Testing

@testable import CairnHTTP

/// Messages about rejected requests, with the client, the path, the status, and the reason.
@Suite(.timeLimit(.minutes(30)))
struct RejectionLogTests {
  private static let form = "Content-Type: application/x-www-form-urlencoded"

  /// Runs a test with a server, and returns the messages that it has logged in the end.
  private func messages(
    _ configuration: HTTPServer.Configuration = configured { $0.daemons = 1 },
    of test: (HTTPServer) async throws -> Void
  ) async throws -> [InMemoryLogHandler.Entry] {
    let handler = InMemoryLogHandler()
    try await withServer(
      configuration, logger: Logger(label: "test") { _ in handler }, answer: echo, test: test)
    return handler.entries
  }

  @Test(
    arguments: [
      ("PUT /a?b=c", [], 405, "its method isn't allowed"),
      ("GET /a%zz", [], 400, "it's malformed"),
      ("POST /a", [Self.form], 411, "the length of its body is missing"),
      ("POST /a", [Self.form, "Content-Length: 1048577"], 413, "its body exceeds a limit"),
      ("POST /a", ["Content-Length: 1", "Content-Type: a/b"], 415, "its body isn't a form"),
      ("GET /\(String(repeating: "a", count: 9000))", [], 414, "its address is too long"),
      ("GET /a", ["X: " + String(repeating: "a", count: 17_000)], 431, "its header is too large"),
    ] as [(String, [String], Int, String)])
  func `A rejected request is logged with the reason`(
    line: String, header: [String], status: Int, reason: String
  ) async throws {
    let messages = try await messages { server in
      let client = try Client(port: server.port)
      client.request(line, header: header)
      #expect(try client.response().status == status)
    }
    try #require(messages.count == 1)
    #expect(messages[0].level == .notice)
    #expect(messages[0].message.description == "Rejected request: \(reason)")
    #expect(messages[0].metadata["client"] == "127.0.0.1")
    #expect(messages[0].metadata["status"] == "\(status)")
    // Targets that can't be read have no path.
    let isReadable = line.hasSuffix("/a") || line.contains("?")
    #expect(messages[0].metadata["path"] == (isReadable ? "/a" : nil))
  }

  @Test func `A request that libmicrohttpd rejects is logged`() async throws {
    let messages = try await messages { server in
      let client = try Client(port: server.port)
      client.send("GET /a HTTP/2.0\r\nHost: a\r\n\r\n")
      #expect(try client.response().status == 505)
    }
    try #require(messages.count == 1)
    #expect(messages[0].message.description == "Rejected request: its HTTP version isn't supported")
    #expect(messages[0].metadata["client"] == "127.0.0.1")
  }

  @Test func `A body without room is logged with the option`() async throws {
    let small = configured {
      $0.daemons = 1
      $0.bytesInFlightLimit = 100
    }
    let messages = try await messages(small) { server in
      let client = try Client(port: server.port)
      client.request(
        "POST /a", header: [Self.form], body: Array("a=\(String(repeating: "x", count: 500))".utf8))
      #expect(try client.response().status == 503)
    }
    try #require(messages.count == 1)
    #expect(messages[0].message.description.contains("--max-in-flight"))
    #expect(messages[0].metadata["path"] == "/a")
    #expect(messages[0].metadata["status"] == "503")
  }

  @Test func `A client with too many connections is logged`() async throws {
    let single = configured {
      $0.daemons = 1
      $0.connectionLimitPerAddress = 1
    }
    let messages = try await messages(single) { server in
      let first = try Client(port: server.port)
      first.request("GET /")
      #expect(try first.response().status == 200)
      let second = try Client(port: server.port)
      #expect(second.isClosedByServer())
    }
    try #require(messages.count == 1)
    #expect(messages[0].message.description.contains("--max-connections-per-client"))
    #expect(messages[0].metadata == ["client": "127.0.0.1"])
  }

  private static let patient = configured {
    $0.daemons = 1
    $0.sweepInterval = nil
    $0.connectionTimeout = 1000
    $0.limits.headDuration = 1000
    $0.limits.transferDuration = 1000
  }

  @Test(
    arguments: [
      ("GET /a HTTP/1.1\r\nHos", "/a"), ("GET /a", nil),
      ("POST /a HTTP/1.1\r\nHost: a\r\n\(Self.form)\r\nContent-Length: 9\r\n\r\na=", "/a"),
    ] as [(String, String?)])
  func `A request that takes too long is logged`(text: String, path: String?) async throws {
    let messages = try await messages(Self.patient) { server in
      let idle = try Client(port: server.port)
      idle.request("GET /")
      #expect(try idle.response().status == 200)
      let slow = try Client(port: server.port)
      slow.send(text)
      // The responses to later requests show that the server has read the text.
      for _ in 0..<3 {
        idle.request("GET /")
        #expect(try idle.response().status == 200)
      }
      // A client can have its response shortly before the server knows that it's sent. Once the server has closed a
      // later connection, it knows.
      do {
        let last = try Client(port: server.port)
        last.request("GET /", header: ["Connection: close"])
        #expect(try last.response().status == 200)
        #expect(last.isClosedByServer())
      }
      try await until { server.load.connections == 2 }
      #expect(server.sweep(ahead: 3_000_000) == 2)
      #expect(slow.isClosedByServer())
      #expect(idle.isClosedByServer())
      try await until { server.load.connections == 0 }
    }
    // The other connection was only idle.
    try #require(messages.count == 1)
    #expect(
      messages[0].message.description
        == "Rejected request: its connection was too slow and was closed")
    #expect(messages[0].metadata["client"] == "127.0.0.1")
    #expect(messages[0].metadata["path"]?.description == path)
    #expect(messages[0].metadata["status"] == nil)
  }

  @Test func `A responder's rejection is logged`() async throws {
    let handler = InMemoryLogHandler()
    let answer = answering { _ in
      var response = HTTPResponse.text("busy", status: .serviceUnavailable)
      response.rejection = .busy
      return .now(response)
    }
    try await withServer(logger: Logger(label: "test") { _ in handler }, answer: answer) { server in
      let client = try Client(port: server.port)
      client.request("GET /a")
      #expect(try client.response().status == 503)
    }
    #expect(
      handler.entries.map(\.message.description)
        == ["Rejected request: its scene or all workers are busy"])
  }

  @Test func `Paths are escaped and truncated`() {
    #expect(RejectionLog.escaped("/a b\"\\\n\u{1b}é") == "/a%20b%22%5C%0A%1B%C3%A9")
    let long = RejectionLog.escaped("/" + String(repeating: "a", count: 1000))
    #expect(long.utf8.count == RejectionLog.longestPath + "…".utf8.count)
    #expect(long.hasSuffix("a…"))
  }
}
