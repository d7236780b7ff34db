import Glibc
import InMemoryLogging
import Logging
import Testing

@testable import CairnHTTP

@Suite(.timeLimit(.minutes(30)))
struct StreamTests {
  /// Responds with streams that are passed to the test.
  private static func streams() -> (
    AsyncStream<HTTPStream>, @Sendable (HTTPRequest) -> HTTPAnswer
  ) {
    let (opened, arrived) = AsyncStream.makeStream(of: HTTPStream.self)
    return (
      opened,
      { request in
        guard request.path == "/stream" else { return .now(.text("page")) }
        let stream = HTTPStream(limit: 100_000)
        arrived.yield(stream)
        return .now(
          HTTPResponse(contentType: "text/event-stream", body: .stream(stream)))
      }
    )
  }

  @Test func `Sends each piece as it arrives`() async throws {
    let (opened, answer) = Self.streams()
    try await withServer(configured { $0.daemons = 1 }, answer: answer) { server in
      var streams = opened.makeAsyncIterator()
      let client = try Client(port: server.port)
      client.request("GET /stream")
      let stream = try #require(await streams.next())
      #expect(stream.send(Array("first".utf8)))
      let head = try client.response(toHead: true)
      #expect(head.status == 200)
      #expect(head["Connection"] == "close")
      #expect(try client.read(until: "first"))
      // A stream doesn't hold a thread. The only thread still responds to others.
      let other = try Client(port: server.port)
      other.request("GET /")
      #expect(try other.response().text == "page")
      for number in 0..<50 {
        #expect(stream.send(Array("event \(number)".utf8)))
        #expect(try client.read(until: "event \(number)"))
      }
      stream.send(Array("last".utf8))
      stream.close()
      #expect(try client.read(until: "last"))
      #expect(client.isClosedByServer())
      #expect(!stream.send([1]))
    }
  }

  @Test func `A stream that takes over a connection isn't logged as an error`() async throws {
    let (opened, answer) = Self.streams()
    let handler = InMemoryLogHandler()
    var logger = Logger(label: "test") { _ in handler }
    logger.logLevel = .trace
    try await withServer(configured { $0.daemons = 1 }, logger: logger, answer: answer) { server in
      var streams = opened.makeAsyncIterator()
      for _ in 0..<2 {
        let client = try Client(port: server.port)
        client.request("GET /stream")
        let stream = try #require(await streams.next())
        stream.send(Array("first".utf8))
        #expect(try client.read(until: "first"))
        // When the thread has answered another connection, it has finished with this one.
        let other = try Client(port: server.port)
        other.request("GET /")
        #expect(try other.response().text == "page")
        stream.close()
        #expect(client.isClosedByServer())
      }
    }
    let errors = handler.entries.filter { "\($0.message)".contains("reported internal error") }
    #expect(errors.isEmpty)
  }

  @Test func `A disconnected client is detected`() async throws {
    let (opened, answer) = Self.streams()
    try await withServer(answer: answer) { server in
      var streams = opened.makeAsyncIterator()
      var client: Client? = try Client(port: server.port)
      client?.request("GET /stream")
      let stream = try #require(await streams.next())
      let (ended, end) = AsyncStream.makeStream(of: Void.self)
      stream.onEnd { end.finish() }
      client = nil
      // The first bytes may still fit in the socket's buffer.
      while stream.send(Array("beat".utf8)) { await Task.yield() }
      for await _ in ended {}
      #expect(!stream.send([1]))
    }
  }

  /// Dispatch reports a disconnected client once, which may be before everything else.
  @Test func `A client that disconnected earlier is detected`() async throws {
    for _ in 0..<1000 {
      var pair: [Int32] = [0, 0]
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
      close(pair[1])
      let stream = HTTPStream()
      let (ended, end) = AsyncStream.makeStream(of: Void.self)
      stream.onEnd { end.finish() }
      stream.attach(to: pair[0], head: [])
      for await _ in ended {}
    }
  }

  @Test func `A HEAD request gets no stream`() async throws {
    let (opened, answer) = Self.streams()
    try await withServer(answer: answer) { server in
      var streams = opened.makeAsyncIterator()
      let client = try Client(port: server.port)
      client.request("HEAD /stream")
      #expect(try client.response(toHead: true).status == 200)
      let stream = try #require(await streams.next())
      let (ended, end) = AsyncStream.makeStream(of: Void.self)
      stream.onEnd { end.finish() }
      for await _ in ended {}
      #expect(!stream.send([1]))
    }
  }

  @Test func `A client that reads too slowly is disconnected`() async throws {
    let (opened, answer) = Self.streams()
    try await withServer(answer: answer) { server in
      var streams = opened.makeAsyncIterator()
      let client = try Client(port: server.port)
      client.request("GET /stream")
      let stream = try #require(await streams.next())
      let much = [UInt8](repeating: 0x61, count: 60_000)
      var count = 0
      while stream.send(much) {
        count += 1
        try #require(count < 100_000)
      }
      _ = client
    }
  }

  @Test func `A socket buffers little unread data`() throws {
    var pair: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
    defer { close(pair[1]) }
    let stream = HTTPStream(limit: 100_000)
    stream.attach(to: pair[0], head: [])
    let part = [UInt8](repeating: 0x61, count: 1_000)
    var count = 0
    while stream.send(part) { count += part.count }
    // The data that waits in the stream and in the system's buffer, which is twice the requested size.
    #expect((32_000...100_000 + 2 * 32 * 1024).contains(count))
  }

  @Test func `A client that keeps sending is disconnected`() async throws {
    let (opened, answer) = Self.streams()
    try await withServer(answer: answer) { server in
      var streams = opened.makeAsyncIterator()
      let client = try Client(port: server.port)
      client.request("GET /stream")
      let stream = try #require(await streams.next())
      // A request after it is ignored.
      client.request("GET /other")
      stream.send(Array("first".utf8))
      #expect(try client.read(until: "first"))
      let (ended, end) = AsyncStream.makeStream(of: Void.self)
      stream.onEnd { end.finish() }
      client.send([UInt8](repeating: 0x61, count: 17_000))
      for await _ in ended {}
      #expect(!stream.send([1]))
      #expect(client.isClosedByServer(ignoringRest: true))
    }
  }

  @Test func `A stopping server ends its streams`() async throws {
    let (opened, answer) = Self.streams()
    try await withServer(answer: answer) { server in
      var streams = opened.makeAsyncIterator()
      let clients = try (0..<20).map { _ in try Client(port: server.port) }
      for client in clients {
        client.request("GET /stream")
        let stream = try #require(await streams.next())
        stream.send(Array("first".utf8))
        _ = try client.response(toHead: true)
      }
      await server.stop(deadline: .seconds(10))
      for client in clients { #expect(client.isClosedByServer(ignoringRest: true)) }
    }
  }
}
