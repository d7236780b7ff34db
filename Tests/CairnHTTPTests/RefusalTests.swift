import CairnHTTP
import Testing

@Suite(.timeLimit(.minutes(30)))
struct RefusalTests {
  private static let form = "Content-Type: application/x-www-form-urlencoded"

  @Test(arguments: [
    ("GET /%zz", 400), ("GET /%C3", 400), ("GET /a#b", 400), ("GET no-path", 400),
    ("PUT /", 405), ("BREW /", 405),
  ])
  func `Rejects with the responder's own page`(line: String, status: Int) async throws {
    try await withServer(answer: echo) { server in
      let client = try Client(port: server.port)
      client.request(line)
      let response = try client.response()
      #expect(response.status == status)
      #expect(response.text.hasPrefix("own page \(status)"))
      #expect((response["Allow"] == "GET, HEAD, POST") == (status == 405))
      guard status == 405 else {
        // Other software may have understood the target.
        #expect(client.isClosedByServer())
        return
      }
      // The request is unambiguous, so the connection stays usable.
      client.request("GET /next")
      let next = try client.response()
      #expect(next.text == "GET /next -\n")
    }
  }

  @Test(arguments: ["/?q=x&utm_source=%E9t%E9", "/?a=%FF"])
  func `Accepts a query in another encoding`(target: String) async throws {
    try await withServer(answer: echo) { server in
      let client = try Client(port: server.port)
      client.request("GET \(target)")
      #expect(try client.response().status == 200)
    }
  }

  /// Otherwise the server would read the body in vain.
  @Test func `Rejects before the body is sent`() async throws {
    let refuse = { @Sendable (_: HTTPRequest) -> HTTPResponse? in .text("refused") }
    try await withServer(answer: echo, refuse: refuse) { server in
      let client = try Client(port: server.port)
      client.send(
        """
        POST / HTTP/1.1\r\nHost: localhost\r\n\(Self.form)\r\nContent-Length: 3\r\n\
        Expect: 100-continue\r\n\r\n
        """)
      let response = try client.response()
      #expect(response.status == 200)
      #expect(response.text == "refused")
      #expect(client.isClosedByServer())
    }
  }

  @Test func `Keeps an encoded NUL in a path`() async throws {
    try await withServer(answer: answering { .now(.text("\($0.path.utf8.count)")) }) { server in
      let client = try Client(port: server.port)
      client.request("GET /a%00b")
      #expect(try client.response().text == "4")
    }
  }

  @Test func `Rejects a request without a host`() async throws {
    try await withServer(answer: echo) { server in
      let client = try Client(port: server.port)
      client.send("GET / HTTP/1.1\r\n\r\n")
      #expect(try client.response().status == 400)
      let old = try Client(port: server.port)
      old.send("GET / HTTP/1.0\r\n\r\n")
      #expect(try old.response().status == 200)
      #expect(old.isClosedByServer())
    }
  }

  @Test func `Rejects anything that isn't HTTP`() async throws {
    try await withServer(answer: echo) { server in
      let client = try Client(port: server.port)
      client.send("\u{16}\u{3}\u{1}nonsense\r\n\r\n")
      let response = try? client.response()
      #expect(response == nil || response?.status == 400)
      #expect(client.isClosedByServer())
    }
  }

  /// libmicrohttpd rejects these itself, with its own page.
  @Test(arguments: [
    ("GET /a HTTP/2.0", 505), ("GET /a HTTP/0.9", 505), ("GET /a HTTQ/1.1", 400),
    ("GET /a http/1.1", 400), ("GET /a", 400), ("GET /a HTTP/1.1\r\nnothing", 400),
    ("GET /\(String(repeating: "a", count: 300_000)) HTTP/1.1", 414),
  ])
  func `Requests rejected by the library get the responder's own page`(
    line: String, status: Int
  ) async throws {
    try await withServer(configured { $0.daemons = 1 }, answer: echo) { server in
      let idle = try Client(port: server.port)
      let client = try Client(port: server.port)
      client.send("\(line)\r\nHost: localhost\r\n\r\n")
      let response = try client.response()
      #expect(response.status == status)
      #expect(response.text.hasPrefix("own page \(status)"))
      #expect(client.isClosedByServer())
      idle.request("GET /idle")
      #expect(try idle.response().status == 200)
    }
  }

  /// libmicrohttpd's log doesn't name the connection that it rejects.
  @Test func `A rejection doesn't affect other requests`() async throws {
    try await withServer(configured { $0.daemons = 1 }, answer: echo) { server in
      let slow = try Client(port: server.port)
      slow.send("GET /slow HTTP/1.1\r\nHos")
      let slower = try Client(port: server.port)
      slower.send("GET /slower")
      let kept = try Client(port: server.port)
      kept.request("GET /kept")
      #expect(try kept.response().status == 200)
      let many = (0..<1000).map { "A\($0): 1\r\n" }.joined()
      for _ in 0..<20 {
        for head in [
          "GET /a HTTP/2.0\r\nHost: a\r\n\r\n", "GET /a HTTP/1.1\r\nnothing\r\n\r\n",
          "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", "GET /a b HTTP/1.1\r\n\r\n",
          "GET /a HTTP/1.1\r\n\(many)\r\n", "\(String(repeating: "G", count: 38_000)) /",
        ] {
          let hostile = try Client(port: server.port)
          hostile.send(head)
          kept.request("GET /kept")
          #expect(try kept.response().status == 200)
        }
      }
      slow.send("t: localhost\r\nX: y\r\n\r\n")
      #expect(try slow.response().text == "GET /slow -\n")
      slower.send(" HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try slower.response().text == "GET /slower -\n")
    }
  }

  @Test func `Rejects a long target`() async throws {
    try await withServer(answer: echo) { server in
      for count in [8 * 1024 + 1, 30_000, 300_000] {
        let client = try Client(port: server.port)
        client.request("GET /" + String(repeating: "a", count: count))
        #expect(try client.response().status == 414)
      }
      let client = try Client(port: server.port)
      client.request("GET /" + String(repeating: "a", count: 8 * 1024 - 1))
      #expect(try client.response().status == 200)
    }
  }

  @Test func `Rejects a long header`() async throws {
    try await withServer(answer: echo) { server in
      let client = try Client(port: server.port)
      client.request("GET /", header: ["X-Long: " + String(repeating: "a", count: 17 * 1024)])
      let response = try client.response()
      #expect(response.status == 431)
      #expect(response.text.hasPrefix("own page"))
      let longer = try Client(port: server.port)
      longer.request("GET /", header: ["X-Long: " + String(repeating: "a", count: 200_000)])
      #expect(try longer.response().status == 431)
      let many = try Client(port: server.port)
      many.request("GET /", header: (0..<3000).map { "A\($0): 1" })
      #expect(try many.response().status == 431)
      let legal = try Client(port: server.port)
      legal.request("GET /", header: ["X-Long: " + String(repeating: "a", count: 15 * 1024)])
      #expect(try legal.response().status == 200)
    }
  }

  @Test func `Rejects a long announced body without reading it`() async throws {
    try await withServer(answer: echo) { server in
      let client = try Client(port: server.port)
      client.request("POST /big", header: [Self.form, "Content-Length: 1048577"])
      let response = try client.response()
      #expect(response.status == 413)
      #expect(response.text == "own page 413 /big")
      #expect(client.isClosedByServer())
      let absurd = try Client(port: server.port)
      absurd.request(
        "POST /", header: [Self.form, "Content-Length: 99999999999999999999999999"])
      #expect([400, 413].contains(try absurd.response().status))
    }
  }

  /// A proxy that is still sending the body would lose the response.
  @Test(arguments: ["application/x-www-form-urlencoded", "application/octet-stream"])
  func `Reads a body that's slightly too long before rejecting it`(type: String) async throws {
    try await withServer(configured { $0.limits.maxUploadSize = 1_000_000 }, answer: echo) {
      server in
      let client = try Client(port: server.port)
      client.request("POST /big", header: ["Content-Type: \(type)", "Content-Length: 9000000"])
      #expect(client.send(Self.large))
      #expect(try client.response().text == "own page 413 /big")
      let longer = try Client(port: server.port)
      longer.request("POST /big", header: ["Content-Type: \(type)", "Content-Length: 10000001"])
      #expect(try longer.response().status == 413)
      #expect(longer.isClosedByServer())
    }
  }

  private static let large = [UInt8](repeating: 0x78, count: 9_000_000)

  @Test func `Rejects bodies of other types`() async throws {
    try await withServer(
      configured { $0.rawContentTypes = ["application/json"] },
      answer: answering {
        .now(HTTPResponse(body: .bytes($0.body)))
      }
    ) { server in
      let client = try Client(port: server.port)
      client.request("POST /", header: ["Content-Type: application/xml"], body: [1, 2])
      #expect(try client.response().status == 415)
      let json = try Client(port: server.port)
      json.request(
        "POST /", header: ["Content-Type: Application/JSON; charset=utf-8"], body: [123, 0, 125])
      #expect(try json.response().body == [123, 0, 125])
    }
  }

  @Test func `Closes a silent connection`() async throws {
    try await withServer(configured { $0.connectionTimeout = 1 }, answer: echo) { server in
      let client = try Client(port: server.port)
      client.send("GET / HTTP/1.1\r\nHos")
      _ = try? client.response()
      #expect(client.isClosedByServer())
      let body = try Client(port: server.port)
      body.request("POST /", header: [Self.form, "Content-Length: 100"])
      body.send("a=")
      _ = try? body.response()
      #expect(body.isClosedByServer())
    }
  }
}
