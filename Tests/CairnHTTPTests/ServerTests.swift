import CairnHTTP
import Testing

@Suite(.timeLimit(.minutes(30)))
struct ServerTests {
  @Test func `Responds to several requests on one connection`() async throws {
    try await withServer(answer: echo) { server in
      let client = try Client(port: server.port)
      for number in 1...20 {
        client.request("GET /page/\(number)?a=\(number)")
        let response = try client.response()
        #expect(response.status == 200)
        #expect(response.text == "GET /page/\(number) a=\(number)\n")
      }
    }
  }

  @Test func `Responds to pipelined requests in order`() async throws {
    try await withServer(answer: echo) { server in
      let client = try Client(port: server.port)
      let one = "GET /1 HTTP/1.1\r\nHost: a\r\n\r\n"
      let body = "a=1"
      let two =
        "POST /2 HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        + "Content-Length: \(body.count)\r\n\r\n\(body)"
      client.send(one + two + one)
      #expect(try client.response().text == "GET /1 -\n")
      #expect(try client.response().text == "POST /2 -\na=1")
      #expect(try client.response().text == "GET /1 -\n")
    }
  }

  @Test func `Responds to HEAD with the header of GET`() async throws {
    try await withServer(answer: answering { _ in .now(.text("twelve bytes")) }) { server in
      let client = try Client(port: server.port)
      client.request("HEAD /")
      let head = try client.response(toHead: true)
      #expect(head.status == 200)
      #expect(head["Content-Length"] == "12")
      // If there were a body, it would be read as the next response.
      client.request("GET /")
      #expect(try client.response().text == "twelve bytes")
    }
  }

  @Test func `A 304 has the length of the body that isn't sent, or none`() async throws {
    let answer: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
      let body: HTTPBody = request.path == "/known" ? .text("twelve bytes") : .empty
      return .now(HTTPResponse(status: .notModified, headers: ["ETag": "\"a\""], body: body))
    }
    try await withServer(answer: answer) { server in
      let client = try Client(port: server.port)
      for _ in 0..<2 {
        client.request("GET /known")
        let known = try client.response()
        #expect(known.status == 304)
        #expect(known["Content-Length"] == "12")
      }
      client.request("GET /unknown")
      let unknown = try client.response()
      #expect(unknown.status == 304)
      #expect(unknown["ETag"] == "\"a\"")
      #expect(unknown["Content-Length"] == nil)
      #expect(unknown["Transfer-Encoding"] == nil)
      #expect(client.isClosedByServer())
    }
  }

  @Test func `Passes the target as it was sent`() async throws {
    let answer: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
      .now(
        .text(
          """
          \(request.rawPath)
          \(request.pathSegments)
          \(request.query ?? "-")
          \(request.queryItems.map { "\($0.name):\($0.value)" })
          """))
    }
    try await withServer(answer: answer) { server in
      let client = try Client(port: server.port)
      client.request("GET /a%2Fb/%C3%A9?~k3!2&x=%26+%3D&y")
      #expect(
        try client.response().text == """
          /a%2Fb/%C3%A9
          ["a/b", "é"]
          ~k3!2&x=%26+%3D&y
          ["~k3!2:", "x:& =", "y:"]
          """)
    }
  }

  @Test func `Reads header fields, cookies, and the address`() async throws {
    let answer: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
      let cookie = request.cookie("session") ?? "none"
      let agent = request.headers["user-agent"] ?? "none"
      let missing = request.headers["X-Missing"] == nil
      return .now(
        .text("\(cookie) \(agent) \(missing) \(request.remoteAddress) \(request.isSecure)"))
    }
    try await withServer(answer: answer) { server in
      let client = try Client(port: server.port)
      client.request(
        "GET /", header: ["User-Agent: test", "Cookie: a=1, 2; session=abc=; b"])
      #expect(try client.response().text == "abc= test true 127.0.0.1 false")
    }
  }

  /// Keeps the reports it receives.
  private final class Witness: HTTPObserver {
    private let (stream, continuation) = AsyncStream.makeStream(of: String.self)

    func completed(_ request: CompletedRequest) {
      let status = request.status.map { "\($0.rawValue)" } ?? "none"
      continuation.yield(
        "\(request.request.method.name) \(request.request.rawPath) \(status) \(request.bodySize) "
          + "\(request.isHTTP10) \(request.isComplete) \(request.duration > .zero)")
    }

    /// The next lines, up to a count.
    func nextLines(_ count: Int) async -> [String] {
      var lines: [String] = []
      for await line in stream {
        lines.append(line)
        if lines.count == count { break }
      }
      return lines
    }
  }

  @Test func `Reports each finished request`() async throws {
    let witness = Witness()
    try await withServer(
      configured {
        $0.observer = witness
        $0.connectionTimeout = 20
      }, answer: answering { _ in .now(.text("twelve bytes")) }
    ) { server in
      let client = try Client(port: server.port)
      client.request("GET /a?b")
      _ = try client.response()
      client.request("HEAD /b")
      _ = try client.response(toHead: true)
      client.request("PUT /c", body: [])
      let refused = try client.response()
      let old = try Client(port: server.port)
      old.send("GET /d HTTP/1.0\r\n\r\n")
      _ = try old.response()
      do {
        // The client disconnects within its header.
        let gone = try Client(port: server.port)
        gone.send("GET /e HTTP/1.1\r\nHost:")
      }
      #expect(
        Set(await witness.nextLines(5)) == [
          "GET /a 200 12 false true true", "HEAD /b 200 0 false true true",
          "PUT /c 405 \(refused.body.count) false true true", "GET /d 200 12 true true true",
          " /e none 0 false false true",
        ])
    }
  }

  @Test func `Reports the bytes of the response to a rejected head`() async throws {
    let witness = Witness()
    try await withServer(
      configured {
        $0.observer = witness
        $0.daemons = 1
      }, answer: echo
    ) { server in
      var expected: [String] = []
      for (target, size, status) in [("/", 17 * 1024, 431), ("/", 200_000, 431), ("/a", 1, 414)] {
        let client = try Client(port: server.port)
        let long = status == 414 ? String(repeating: "a", count: 9000) : ""
        client.request(
          "GET \(target)\(long)", header: ["X: " + String(repeating: "a", count: size)])
        let response = try client.response()
        #expect(response.status == status)
        #expect(response.text.hasPrefix("own page \(status)"))
        expected.append(" \(status) \(response.body.count) false ")
      }
      let lines = await witness.nextLines(expected.count)
      for part in expected { #expect(lines.contains { $0.contains(part) }, "\(part) in \(lines)") }
    }
  }

  @Test func `A kept request stays readable after its connection closed`() async throws {
    let (requests, keep) = AsyncStream.makeStream(of: HTTPRequest.self)
    try await withServer(
      answer: answering { request in
        keep.yield(request)
        return .now(.text("kept"))
      }
    ) { server in
      let client = try Client(port: server.port)
      for number in 1...3 {
        client.request("GET /\(number)", header: ["X-Number: \(number)"])
        #expect(try client.response().text == "kept")
      }
    }
    keep.finish()
    var seen: [String] = []
    for await request in requests {
      seen.append("\(request.path) \(request.headers["x-number"] ?? "") \(request.remoteAddress)")
    }
    #expect(seen == ["/1 1 127.0.0.1", "/2 2 127.0.0.1", "/3 3 127.0.0.1"])
  }

  @Test func `Sends every kind of body`() async throws {
    try await withServer(
      answer: answering { request in
        switch request.path {
        case "/bytes": return .now(HTTPResponse(body: .bytes([1, 0, 2])))
        case "/static":
          let text: StaticString = "static"
          return .now(
            HTTPResponse(
              body: .staticBuffer(
                UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))))
        case "/adopted":
          let memory = UnsafeMutableRawBufferPointer.allocated(repeating: 7, count: 100_000)
          return .now(HTTPResponse(body: .adopting(memory)))
        default: return .now(HTTPResponse(status: .noContent))
        }
      }
    ) { server in
      let client = try Client(port: server.port)
      client.request("GET /bytes")
      #expect(try client.response().body == [1, 0, 2])
      client.request("GET /static")
      #expect(try client.response().text == "static")
      client.request("GET /adopted")
      #expect(try client.response().body == [UInt8](repeating: 7, count: 100_000))
      client.request("GET /none")
      #expect(try client.response().status == 204)
    }
  }

  @Test func `Sends one buffer to many clients and frees it once`() async throws {
    let memory = UnsafeMutableRawBufferPointer.allocated(repeating: 65, count: 5000)
    let shared = HTTPResponse(body: .adopting(memory))
    let prepared = shared.preparedForReuse()
    try await withServer(
      answer: answering { $0.path == "/prepared" ? .now(prepared) : .now(shared) }
    ) {
      server in
      for path in ["/", "/prepared", "/", "/prepared"] {
        let client = try Client(port: server.port)
        client.request("GET \(path)")
        #expect(try client.response().body.count == 5000)
      }
    }
    #expect(shared.body.withUnsafeBytes { $0.allSatisfy { $0 == 65 } })
  }

  @Test func `Leaves out fields that would break the header`() async throws {
    let response = HTTPResponse(
      headers: ["Location": "/a\r\nX-Evil: 1", "X-Good": "1"], body: .text("x"))
    try await withServer(answer: answering { _ in .now(response) }) { server in
      let client = try Client(port: server.port)
      client.request("GET /")
      let received = try client.response()
      #expect(received["X-Evil"] == nil)
      #expect(received["Location"] == nil)
      #expect(received["X-Good"] == "1")
    }
  }

  @Test func `Distributes connections over its daemons`() async throws {
    let (threads, arrived) = AsyncStream.makeStream(of: UInt.self)
    try await withServer(
      configured { $0.daemons = 2 },
      answer: answering { _ in
        arrived.yield(currentThread())
        return .now(.text("x"))
      }
    ) { server in
      for _ in 0..<64 {
        let client = try Client(port: server.port)
        client.request("GET /")
        _ = try client.response()
      }
    }
    arrived.finish()
    var seen: Set<UInt> = []
    for await thread in threads { seen.insert(thread) }
    #expect(seen.count == 2)
  }
}
