import CairnHTTP
import Testing

/// Heads that two readers may read differently, so that one reads a request where the other reads a body. All are
/// rejected, and the data after them isn't read.
@Suite(.timeLimit(.minutes(30)))
struct FramingTests {
  struct Hostile: Sendable, CustomTestStringConvertible {
    let head: String
    var status = 400
    var testDescription: String { head.debugDescription }
  }

  private static let type = "Content-Type: application/x-www-form-urlencoded\r\n"
  private static let post = "POST /a HTTP/1.1\r\nHost: localhost\r\n\(type)"

  /// Heads with an error in a name, a value, or a word of the first line.
  static let heads = [
    // Names and values.
    Hostile(head: post + "Content-Length : 3\r\n\r\n"),
    Hostile(head: post + "Content-Length\t: 3\r\n\r\n"),
    Hostile(head: post + "X: y\rContent-Length: 3\r\n\r\n"),
    Hostile(head: post + "X\r: y\r\nContent-Length: 3\r\n\r\n"),
    Hostile(head: post + "X: y\u{7f}\r\nContent-Length: 3\r\n\r\n"),
    Hostile(head: post + "X: \u{1}\r\nContent-Length: 3\r\n\r\n"),
    Hostile(head: post + "X y: z\r\nContent-Length: 3\r\n\r\n"),
    Hostile(head: post + "X(y): z\r\nContent-Length: 3\r\n\r\n"),
    Hostile(head: post + "nothing\r\nContent-Length: 3\r\n\r\n"),
    // Lengths.
    Hostile(head: post + "Content-Length: 3\r\nContent-Length: 5\r\n\r\n"),
    Hostile(head: post + "Content-Length: 3\r\nContent-Length: 3\r\n\r\n"),
    Hostile(head: post + "Content-Length: 3, 3\r\n\r\n"),
    Hostile(head: post + "Content-Length: +3\r\n\r\n"),
    Hostile(head: post + "Content-Length: -3\r\n\r\n"),
    Hostile(head: post + "Content-Length: 0x3\r\n\r\n"),
    Hostile(head: post + "Content-Length: 3 0\r\n\r\n"),
    Hostile(head: post + "Content-Length: \r\n\r\n"),
    Hostile(head: post + "Content-Length: \u{ff13}\r\n\r\n"),
    // Transfer codings.
    Hostile(head: post + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n"),
    Hostile(head: post + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"),
    Hostile(head: post + "Transfer-Encoding : chunked\r\nContent-Length: 3\r\n\r\n"),
    Hostile(head: post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n"),
    Hostile(head: post + "Transfer-Encoding:\u{b}chunked\r\n\r\n"),
    Hostile(head: post + "Transfer-Encoding: gzip, chunked\r\n\r\n", status: 501),
    Hostile(head: post + "Transfer-Encoding: identity\r\n\r\n", status: 501),
    Hostile(head: post + "Transfer-Encoding: chunked, identity\r\n\r\n", status: 501),
    Hostile(head: post + "Transfer-Encoding: xchunked\r\n\r\n", status: 501),
    Hostile(
      head: "POST /a HTTP/1.0\r\nHost: localhost\r\n\(type)Transfer-Encoding: chunked\r\n\r\n"),
    Hostile(head: post + "Transfer-Encoding: chunked\r\n\r\n", status: 411),
    Hostile(head: post + "\r\n", status: 411),
    Hostile(
      head: "GET /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n",
      status: 411),
    // Types and codings of the body.
    Hostile(head: post + "Content-Type: text/plain\r\nContent-Length: 3\r\n\r\n"),
    Hostile(head: post + type + "Content-Length: 3\r\n\r\n"),
    Hostile(head: post + "Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\n", status: 415),
    Hostile(head: post + "content-encoding: identity\r\nContent-Length: 3\r\n\r\n", status: 415),
    // Hosts.
    Hostile(head: "GET /a HTTP/1.1\r\n\r\n"),
    Hostile(head: "GET /a HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"),
    Hostile(head: "GET /a HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"),
    Hostile(head: "GET /a HTTP/1.1\r\nHost: a b\r\n\r\n"),
    Hostile(head: "GET /a HTTP/1.1\r\nHost: a/b\r\n\r\n"),
    Hostile(head: "GET /a HTTP/1.1\r\nHost: user@a\r\n\r\n"),
    // Request lines.
    Hostile(head: "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n"),
    Hostile(head: "\tGET /a HTTP/1.1\r\nHost: a\r\n\r\n"),
    Hostile(head: "GE(T /a HTTP/1.1\r\nHost: a\r\n\r\n"),
    Hostile(head: "GET * HTTP/1.1\r\nHost: a\r\n\r\n"),
    // Targets.
    Hostile(head: "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n"),
    Hostile(head: "GET a HTTP/1.1\r\nHost: a\r\n\r\n"),
    Hostile(head: "GET /#a HTTP/1.1\r\nHost: a\r\n\r\n"),
    Hostile(head: "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n"),
    Hostile(head: "GET /%C3 HTTP/1.1\r\nHost: a\r\n\r\n"),
  ]

  /// Heads with an error at the end of a line or word. A lenient library hides the error while parsing. It must be
  /// found in memory, or by a strict library.
  static let brokenLines = [
    Hostile(head: post + ": z\r\nContent-Length: 3\r\n\r\n"),
    Hostile(head: post + " Content-Length: 3\r\n\r\n"),
    Hostile(head: post + "X: y\r\n Content-Length: 3\r\n\r\n"),
    Hostile(head: post + "X: y\r\n\tz\r\nContent-Length: 3\r\n\r\n"),
    Hostile(head: post + "X: y\nContent-Length: 3\r\n\r\n"),
    Hostile(head: post + "Content-Length: 3\n\r\n"),
    Hostile(head: post + "Content-Length: 3\r\n\n"),
    Hostile(head: post + "Content-Length: 3\n\n"),
    Hostile(head: post + "X: y\0\r\nContent-Length: 3\r\n\r\n"),
    Hostile(head: post + "X: y\0\0Content-Length\0 3\r\n\r\n"),
    Hostile(head: post + "X: y\0\0\0\0\r\nContent-Length: 3\r\n\r\n"),
    Hostile(head: post + "X\0: y\r\nContent-Length: 3\r\n\r\n"),
    Hostile(head: post + "Transfer-Encoding: chunked\0\r\n\r\n"),
    Hostile(head: "GET  /a HTTP/1.1\r\nHost: a\r\n\r\n"),
    Hostile(head: "GET /a  HTTP/1.1\r\nHost: a\r\n\r\n"),
    Hostile(head: "GET /a HTTP/1.1 \r\nHost: a\r\n\r\n"),
    Hostile(head: "GET /a HTTP/1.1\nHost: a\r\n\r\n"),
    Hostile(head: "GET /a\0b HTTP/1.1\r\nHost: a\r\n\r\n"),
    Hostile(head: "\0\r\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n"),
    Hostile(head: "\0POST /x HTTP/1.1\r\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n"),
    Hostile(head: "\rGET /a HTTP/1.1\r\nHost: a\r\n\r\n"),
    Hostile(head: "G\0T /a HTTP/1.1\r\nHost: a\r\n\r\n"),
    Hostile(head: "GET\t/a HTTP/1.1\r\nHost: a\r\n\r\n"),
    Hostile(head: "\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n"),
  ]

  /// A way to check heads, and the errors that it must find with the installed library.
  struct Way: Sendable, CustomTestStringConvertible {
    let reading: HeadReading
    var isStrict: Bool { reading == HeadReading.ofLibrary }
    var heads: [Hostile] { isStrict ? FramingTests.heads + brokenLines : FramingTests.heads }
    var testDescription: String { "\(reading)" }

    func configuration(
      _ change: (inout HTTPServer.Configuration) -> Void = { _ in }
    ) -> HTTPServer.Configuration {
      configured {
        $0.headReading = reading
        change(&$0)
      }
    }
  }

  /// The way that suits the library. With a lenient library, the other one is tested as well.
  static let ways =
    HeadReading.ofLibrary == .memory
    ? [Way(reading: .memory), Way(reading: .fields)] : [Way(reading: .fields)]

  @Test(arguments: ways) func `Rejects an ambiguous head`(way: Way) async throws {
    for hostile in way.heads {
      try await withServer(way.configuration(), answer: echo) { server in
        let client = try Client(port: server.port)
        client.send(hostile.head + "a=1GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n")
        // If no response is possible, the connection is closed silently.
        if let response = try? client.response() {
          #expect(response.status == hostile.status, "\(hostile.testDescription)")
          #expect(!response.text.contains("smuggled"), "\(hostile.testDescription)")
          #expect(!response.text.contains("HTTP/1.1"), "only one header is expected")
        }
        #expect(client.isClosedByServer(), "\(hostile.testDescription)")
      }
    }
  }

  @Test(arguments: ways) func `Responds to rejected requests`(way: Way) async throws {
    try await withServer(way.configuration { $0.daemons = 1 }, answer: echo) { server in
      for head in way.heads where head.head.hasPrefix(Self.post) {
        let client = try Client(port: server.port)
        client.send(head.head)
        let response = try client.response()
        #expect(response.status == head.status, "\(head.testDescription)")
        #expect(response.text.hasPrefix("own page"), "\(head.testDescription)")
        #expect(client.isClosedByServer(), "\(head.testDescription)")
      }
    }
  }

  @Test(arguments: ways) func `Rejects bytes that aren't allowed in a field`(way: Way) async throws
  {
    let controls = (UInt8(1)...31).filter { ![0x09, 0x0a, 0x0d].contains($0) } + [127]
    try await withServer(way.configuration { $0.daemons = 1 }, answer: echo) { server in
      for byte in controls {
        let character = Unicode.Scalar(byte)
        for field in [
          "Transfer-Encoding\(character): chunked", "Content\(character)Length: 3",
          "X: a\(character)b",
        ] {
          let client = try Client(port: server.port)
          client.send(Self.post + "\(field)\r\nContent-Length: 3\r\n\r\na=1")
          let response = try client.response()
          #expect(response.status == 400, "\(field.debugDescription)")
          #expect(response.text.hasPrefix("own page"), "\(field.debugDescription)")
          #expect(client.isClosedByServer(), "\(field.debugDescription)")
        }
      }
    }
  }

  /// By default, libmicrohttpd 1.0 redirects to the target with escaped spaces.
  @Test(arguments: ways) func `Doesn't redirect to targets with spaces`(way: Way) async throws {
    try await withServer(way.configuration(), answer: echo) { server in
      var targets = ["//evil.example/ x", "javascript:alert(1) x", "/a b", "/a\tb"]
      if way.isStrict { targets += [" /a", "/a "] }
      for target in targets {
        let client = try Client(port: server.port)
        client.request("GET \(target)")
        let response = try client.response()
        #expect(response.status == 400, "\(target)")
        #expect(response["Location"] == nil, "\(target)")
        #expect(client.isClosedByServer(), "\(target)")
      }
    }
  }

  /// libmicrohttpd has no memory left to respond to a head that filled all of it.
  @Test(arguments: ways) func `Responds to a head that fills its memory`(way: Way) async throws {
    let heads =
      [450, 500, 550, 600, 700, 1000, 2000, 3000].map { count in (0..<count).map { "A\($0):1" } }
      + [17_000, 30_000, 36_000, 38_000, 200_000].map { size in
        ["X-Long: " + String(repeating: "a", count: size)]
      }
    try await withServer(way.configuration { $0.daemons = 1 }, answer: echo) { server in
      for head in heads {
        let client = try Client(port: server.port)
        client.request("GET /", header: head)
        let response = try client.response()
        #expect(response.status == 431, "\(head.count) fields, the first of \(head[0].count)")
        #expect(response.text.hasPrefix("own page 431"))
        #expect(client.isClosedByServer())
      }
    }
  }

  @Test func `Reads a length followed by whitespace`() async throws {
    try await withServer(
      configured { $0.rawContentTypes = ["text/plain"] },
      answer: answering { .now(HTTPResponse(body: .bytes($0.body))) }
    ) { server in
      let head = "POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
      let client = try Client(port: server.port)
      // Text in a body that looks like a field isn't changed.
      let body = "a\r\nContent-Length: 5 \r\n\r\n"
      let size = body.utf8.count
      for length in ["\(size) ", "\(size)\t \t", "  \(size)  "] {
        client.send(head + "Content-Length:\(length)\r\nX: y \r\n\r\n" + body)
        let response = try client.response()
        #expect(response.status == 200)
        #expect(response.text == body)
      }
      for length in ["3 0", "  ", "", "3 ,"] {
        let client = try Client(port: server.port)
        client.send(head + "Content-Length:\(length)\r\n\r\na=1")
        #expect(try client.response().status == 400)
        #expect(client.isClosedByServer())
      }
    }
  }

  @Test(arguments: ways) func `Reads valid heads`(way: Way) async throws {
    try await withServer(
      way.configuration(),
      answer: answering { request in
        let form = request.form.map { "\($0.name)=\($0.value)" }.joined()
        return .now(.text("\(request.path) \(request.headers["X"] ?? "-") \(form)"))
      }
    ) { server in
      let client = try Client(port: server.port)
      for (head, answer) in [
        ("X:y\r\nContent-Length:3\r\n\r\n", "/a y a=1"),
        ("X: \t y z \t\r\nContent-Length: \t3\r\n\r\n", "/a y z a=1"),
        ("X:\r\nContent-Length: 0003\r\n\r\n", "/a  a=1"),
        ("!#$%&'*+-.^_`|~09aZ: 1\r\nContent-Length: 3\r\n\r\n", "/a - a=1"),
        ("X: \u{e9}\r\ncontent-LENGTH: 3\r\n\r\n", "/a \u{e9} a=1"),
      ] {
        client.send(Self.post + head + "a=1")
        let text = try client.response().text
        #expect(text.split(separator: " ") == answer.split(separator: " "), "\(head)")
      }
      // An empty line before a request is accepted, and the target may be in absolute form.
      client.send("\r\nGET http://localhost/b HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try client.response().text == "/b - ")
      client.send("GET /c HTTP/1.1\r\nHost: localhost\r\n\r\nGET /d HTTP/1.1\r\nHost:\r\n\r\n")
      #expect(try client.response().text == "/c - ")
      #expect(try client.response().text == "/d - ")
    }
  }

  /// libmicrohttpd's own parser runs out of memory after a few hundred items and sends no response.
  @Test(arguments: ways, [400, 500, 600, 2000])
  func `Accepts many query items and cookies`(way: Way, count: Int) async throws {
    try await withServer(
      way.configuration(),
      answer: answering { request in
        .now(.text("\(request.queryItems.count) \(request.cookies.count)"))
      }
    ) { server in
      let client = try Client(port: server.port)
      let items = (0..<count).map { "\($0 % 10)" }
      client.request("GET /?\(items.joined(separator: "&"))")
      #expect(try client.response().text == "\(count) 0")
      client.request(
        "GET /", header: ["Cookie: \(items.map { "\($0)=" }.joined(separator: ";"))"])
      #expect(try client.response().text == "0 \(count)")
      #expect(server.load.connections == 1)
    }
  }

  @Test func `Reads each Cookie field`() async throws {
    try await withServer(
      answer: answering { request in
        let cookies = request.cookies.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
        return .now(.text("\(cookies) | \(request.headers["Cookie"] ?? "none")"))
      }
    ) { server in
      let client = try Client(port: server.port)
      client.request("GET /", header: ["Cookie: a=1; b=2", "X: y", "cookie: c=3"])
      #expect(try client.response().text == "a=1 b=2 c=3 | a=1; b=2")
      client.request("GET /")
      #expect(try client.response().text == " | none")
    }
  }

  @Test func `Reads heads with any limits`() async throws {
    for limit in [1024, 4096, 100_000] {
      try await withServer(
        configured {
          $0.limits.maxHeaderSize = limit
          $0.limits.maxTargetLength = limit
        }, answer: echo
      ) { server in
        let client = try Client(port: server.port)
        client.request("GET /a")
        #expect(try client.response().status == 200, "\(limit)")
      }
    }
  }

  /// libmicrohttpd ended the process if it rejected a head while stopping.
  @Test func `A stopping server survives rejected heads`() async throws {
    for _ in 0..<20 {
      try await withServer(answer: echo) { server in
        let clients = try (0..<20).map { _ in try Client(port: server.port) }
        for client in clients {
          client.send(Self.post + "Content-Length: x\r\n\r\nnothing\r\n\r\n")
        }
      }
    }
  }

  @Test func `Closes the connection after each rejection of a body`() async throws {
    let refuse: @Sendable (HTTPRequest) -> HTTPResponse? = { _ in .text("no", status: .forbidden) }
    try await withServer(answer: echo, refuse: refuse) { server in
      for (line, status) in [("POST /a", 403), ("PUT /a", 405)] {
        let client = try Client(port: server.port)
        client.request(line, header: [String(Self.type.dropLast())], body: [97])
        #expect(try client.response().status == status)
        #expect(client.isClosedByServer(), "\(line)")
      }
    }
    try await withServer(answer: echo) { server in
      let client = try Client(port: server.port)
      client.request("POST /a", header: [String(Self.type.dropLast())], body: Array("a=%FF".utf8))
      #expect(try client.response().status == 400)
      #expect(client.isClosedByServer())
    }
  }
}
