import CairnHTTP
import Dispatch
import Glibc
import Testing

/// Slow clients. The tests set the time in steps of many minutes, so their own duration doesn't matter.
@Suite(.timeLimit(.minutes(30)))
struct TakingTimeTests {
  private static let head = [
    "Content-Type: application/x-www-form-urlencoded", "Content-Length: 1000",
  ]

  private static func patient(
    _ change: (inout HTTPServer.Configuration) -> Void = { _ in }
  ) -> HTTPServer.Configuration {
    configured {
      $0.daemons = 1
      $0.sweepInterval = nil
      $0.connectionTimeout = 1000
      $0.limits.headDuration = 1000
      $0.limits.transferDuration = 1000
      change(&$0)
    }
  }

  /// Waits until the server has seen the sent data, by getting a response on another connection. The server has
  /// closed that connection at the end, and one is left.
  private func settle(_ server: HTTPServer) async throws {
    for _ in 0..<2 {
      let other = try Client(port: server.port)
      other.request("GET /settle", header: ["Connection: close"])
      _ = try other.response()
      #expect(other.isClosedByServer())
    }
    try await until { server.load.connections == 1 }
  }

  @Test func `A head has a total time limit`() async throws {
    try await withServer(Self.patient(), answer: echo) { server in
      let dripping = try Client(port: server.port)
      dripping.send("GET / HTTP/1.1\r\nHos")
      try await settle(server)
      #expect(server.sweep(ahead: 500_000) == 0)
      dripping.send("t: a")
      try await settle(server)
      #expect(server.sweep(ahead: 1_001_000) == 1)
      #expect(dripping.isClosedByServer())
    }
  }

  @Test func `A kept connection may be idle first`() async throws {
    try await withServer(Self.patient(), answer: echo) { server in
      let client = try Client(port: server.port)
      client.request("GET /")
      _ = try client.response()
      client.send("GET / HTTP/1.1\r\nHos")
      try await settle(server)
      #expect(server.sweep(ahead: 1_500_000) == 0)
      #expect(server.sweep(ahead: 2_001_000) == 1)
      #expect(client.isClosedByServer())
    }
  }

  @Test func `A body has a minimum rate`() async throws {
    let slow = Self.patient { $0.limits.minimumRate = 1 }
    try await withServer(slow, answer: echo) { server in
      let client = try Client(port: server.port)
      client.request("POST /", header: Self.head)
      client.send("a=" + String(repeating: "x", count: 498))
      // 1,000 seconds, plus 500 for the received bytes.
      try await until { server.load.bytes == 500 }
      #expect(server.sweep(ahead: 1_100_000) == 0)
      #expect(server.sweep(ahead: 1_501_000) == 1)
      #expect(client.isClosedByServer())
      try await until { server.load.bytes == 0 }
    }
  }

  @Test func `A response must be read`() async throws {
    let size = 20_000_000
    try await withServer(
      Self.patient {
        $0.limits.minimumRate = 20_000
        $0.compression = false
      },
      answer: answering { _ in .now(HTTPResponse(body: .bytes([UInt8](repeating: 1, count: size))))
      }
    ) { server in
      let client = try Client(port: server.port)
      client.request("GET /")
      try await until { server.load.bytes == size }
      #expect(server.sweep(ahead: 1_500_000) == 0)
      // The bytes are counted shortly before they're sent.
      try await until { server.sweep(ahead: 2_001_000) == 1 }
      try await until { server.load.bytes == 0 }
    }
  }

  @Test func `Time that the server takes doesn't count`() async throws {
    let (replies, answer) = promises()
    try await withServer(Self.patient(), answer: answer) { server in
      let client = try Client(port: server.port)
      client.request("GET /")
      var iterator = replies.makeAsyncIterator()
      let reply = try #require(await iterator.next())
      #expect(server.sweep(ahead: 10_000_000) == 0)
      reply.fulfill(.text("at last"))
      #expect(try client.response().text == "at last")
    }
  }

  /// libmicrohttpd 1.0 abandons such a connection silently and closes it much later.
  @Test func `A request line that fills its memory gets a response`() async throws {
    try await withServer(Self.patient(), answer: echo) { server in
      let client = try Client(port: server.port)
      client.request(String(repeating: "G", count: 38_000) + " /")
      for _ in 0..<2 {
        let other = try Client(port: server.port)
        other.request("GET /settle")
        _ = try other.response()
      }
      _ = server.sweep()
      _ = server.sweep(ahead: 3000)
      let response = try client.response()
      #expect(response.status == 414)
      #expect(response.text.hasPrefix("own page 414"))
      #expect(client.isClosedByServer())
    }
  }

  /// The system counts the end of a stream as a byte, which must not look like the start of a request.
  @Test func `Connections closed by their clients don't hide which request fills its memory`()
    async throws
  {
    let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
    let free = DispatchSemaphore(value: 0)
    let answer: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
      if request.path == "/busy" {
        arrived.yield()
        free.wait()
      }
      return .now(.text(request.path))
    }
    try await withServer(Self.patient(), answer: answer) { server in
      // A test that fails early must not keep the server's thread.
      defer { free.signal() }
      let used = try (0..<2).map { _ in
        let client = try Client(port: server.port)
        client.request("GET /used")
        #expect(try client.response().text == "/used")
        return client
      }
      let long = try Client(port: server.port)
      let busy = try Client(port: server.port)
      busy.request("GET /busy")
      var iterator = arrivals.makeAsyncIterator()
      await iterator.next()
      // The server's thread finds all of this at once, in whichever order.
      used[0].finishSending()
      long.request(String(repeating: "G", count: 38_000) + " /")
      used[1].finishSending()
      free.signal()
      #expect(try busy.response().text == "/busy")
      _ = server.sweep()
      _ = server.sweep(ahead: 3000)
      #expect(try long.response().text.hasPrefix("own page 414"))
    }
  }

  @Test func `Requests that wait for a busy thread aren't dropped`() async throws {
    let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
    let free = DispatchSemaphore(value: 0)
    let answer: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
      if request.path == "/busy" {
        arrived.yield()
        free.wait()
      }
      return .now(.text(request.path))
    }
    try await withServer(Self.patient(), answer: answer) { server in
      // A test that fails early must not block the server's thread.
      defer { free.signal() }
      let busy = try Client(port: server.port)
      let waiting = try Client(port: server.port)
      waiting.request("GET /first")
      #expect(try waiting.response().text == "/first")
      busy.request("GET /busy")
      var iterator = arrivals.makeAsyncIterator()
      await iterator.next()
      waiting.request("GET /second")
      #expect(server.sweep() == 0)
      #expect(server.sweep(ahead: 3000) == 0)
      free.signal()
      #expect(try busy.response().text == "/busy")
      #expect(try waiting.response().text == "/second")
    }
  }

  @Test func `The longest-waiting connections make room`() async throws {
    try await withServer(Self.patient { $0.connectionLimit = 8 }, answer: echo) { server in
      let waiting = try (0..<7).map { _ in try Client(port: server.port) }
      for client in waiting { client.send("GET / HT") }
      try await until { server.load.connections == 7 }
      // After a second, connections are closed, down to half of the limit.
      #expect(server.sweep(ahead: 2000) == 3)
      try await until { server.load.connections == 4 }
      #expect(server.sweep(ahead: 2000) == 0)
    }
  }

  @Test func `The number of connections per client is limited`() async throws {
    for (isTrusted, admitted) in [(false, 3), (true, 5)] {
      try await withServer(
        Self.patient {
          $0.connectionLimitPerAddress = 3
          if isTrusted, let here = IPNetwork("127.0.0.0/8") { $0.trustedProxies = [here] }
        }, answer: echo
      ) { server in
        var answers = 0
        var clients: [Client] = []
        for _ in 0..<5 {
          let client = try Client(port: server.port)
          client.request("GET /")
          if (try? client.response().status) == 200 { answers += 1 }
          clients.append(client)
        }
        #expect(answers == admitted)
        // A client at another address has its own limit.
        let other = try Client(port: server.port, from: 0x7f00_0002)
        other.request("GET /")
        #expect(try other.response().status == 200)
        clients.removeAll()
        try await until { server.load.connections == 1 }
        let again = try Client(port: server.port)
        again.request("GET /")
        #expect(try again.response().status == 200)
      }
    }
  }

  @Test func `All bodies together have a limit`() async throws {
    try await withServer(
      Self.patient {
        $0.bytesInFlightLimit = 100_000
        $0.limits.minimumRate = 1
      }, answer: echo
    ) { server in
      let big = try (0..<2).map { _ in try Client(port: server.port) }
      for client in big {
        client.request(
          "POST /", header: [Self.head[0], "Content-Length: 60000"])
        client.send(Array(repeating: 97, count: 50_000))
      }
      try await until { server.load.bytes == 100_000 }
      // Bodies beyond the limit are rejected before they're read.
      do {
        let late = try Client(port: server.port)
        late.request("POST /", header: Self.head)
        let refused = try late.response()
        #expect(refused.status == 503)
        #expect(refused["Retry-After"] == "5")
        #expect(refused.text == "own page 503 /")
        #expect(late.isClosedByServer())
      }
      // The server has closed the connection too.
      try await until { server.load.connections == 2 }
      // Pages that need no memory still get responses. So do requests that fit again.
      #expect(server.sweep(ahead: 2_000_000) == 0, "they are quick enough")
      #expect(server.sweep(ahead: 4_000_000) == 2, "memory is scarce")
      try await until { server.load.bytes == 0 }
      let next = try Client(port: server.port)
      next.request("POST /", header: [Self.head[0]], body: Array("a=1".utf8))
      #expect(try next.response().status == 200)
    }
  }

  @Test func `A response that's always too large gets 500 instead of 503`() async throws {
    let answer: @Sendable (HTTPRequest) -> HTTPAnswer = {
      .now(.text(String(repeating: "a", count: Int($0.query ?? "") ?? 0)))
    }
    try await withServer(Self.patient { $0.bytesInFlightLimit = 100_000 }, answer: answer) {
      server in
      for (size, status) in [(99_000, 200), (100_001, 500), (99_000, 200)] {
        let client = try Client(port: server.port)
        client.request("GET /?\(size)")
        #expect(try client.response().status == status)
        try await until { server.load.bytes == 0 }
      }
    }
  }
}
