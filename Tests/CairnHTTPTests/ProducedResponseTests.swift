import Foundation
import Glibc
import Synchronization
import Testing

@testable import CairnHTTP

/// Responses whose bodies a task produces.
@Suite(.timeLimit(.minutes(30))) struct ProducedResponseTests {
  private struct Failure: Error {}

  /// Notes what happens, and lets a test wait for it.
  private struct Events: Sendable {
    private let stream: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() {
      (stream, continuation) = AsyncStream.makeStream()
    }

    func note(_ event: String) { continuation.yield(event) }

    func next() async -> String? {
      var iterator = stream.makeAsyncIterator()
      return await iterator.next()
    }
  }

  /// Notes completed requests.
  private struct Observer: HTTPObserver {
    let events: Events

    func completed(_ request: CompletedRequest) {
      events.note(
        "\(request.request.path) \(request.status?.rawValue ?? 0) \(request.bodySize) \(request.isComplete)"
      )
    }
  }

  private let events = Events()

  private var configuration: HTTPServer.Configuration {
    configured {
      $0.daemons = 1
      $0.observer = Observer(events: events)
    }
  }

  /// Runs a test with a server that responds with what a closure produces.
  private func withProducer(
    configuration: HTTPServer.Configuration? = nil,
    headers: HTTPHeaders = ["Content-Type": "text/csv"],
    _ produce: @escaping @Sendable (HTTPStream) async throws -> Void,
    _ test: (HTTPServer) async throws -> Void
  ) async throws {
    try await withServer(
      configuration ?? self.configuration,
      answer: { [events] request in
        guard request.path == "/stream" else { return .now(.text("page")) }
        let stream = HTTPStream.producing(produce) { events.note("failed: \($0)") }
        return .now(HTTPResponse(headers: headers, body: .stream(stream)))
      }, test: test)
  }

  @Test func `A response consists of chunks, and of a last chunk`() async throws {
    try await withProducer { stream in
      try await stream.write(Array("one".utf8))
      try await stream.write([])
      try await stream.write(Array(repeating: 0x61, count: 16))
    } _: { server in
      let client = try Client(port: server.port)
      client.request("GET /stream")
      let head = try client.response(toHead: true)
      #expect(head.status == 200)
      #expect(head["Transfer-Encoding"] == "chunked")
      #expect(head["Content-Type"] == "text/csv")
      #expect(head["Content-Length"] == nil)
      let last = String(repeating: "a", count: 16)
      #expect(try client.read(until: "3\r\none\r\n10\r\n\(last)\r\n0\r\n\r\n"))
      #expect(client.isClosedByServer())
      #expect(await events.next() == "/stream 200 19 true")
    }
  }

  @Test func `A client of HTTP/1.0 gets the bytes until the connection ends`() async throws {
    try await withProducer { stream in
      try await stream.write(Array("one".utf8))
      try await stream.write(Array("two".utf8))
    } _: { server in
      let client = try Client(port: server.port)
      client.send("GET /stream HTTP/1.0\r\nHost: localhost\r\n\r\n")
      let head = try client.response(toHead: true)
      #expect(head["Transfer-Encoding"] == nil)
      #expect(try client.read(until: "onetwo"))
      #expect(client.isClosedByServer())
      #expect(!client.wasReset)
    }
  }

  @Test(arguments: ["1.0", "1.1"])
  func `A client notices that a response was broken off`(version: String) async throws {
    let (ready, go) = AsyncStream.makeStream(of: Void.self)
    try await withProducer { stream in
      try await stream.write(Array("one".utf8))
      for await _ in ready {}
      throw Failure()
    } _: { server in
      let client = try Client(port: server.port)
      client.send("GET /stream HTTP/\(version)\r\nHost: localhost\r\n\r\n")
      #expect(try client.read(until: "one"))
      go.finish()
      #expect(try !client.read(until: "0\r\n\r\n"))
      #expect(client.wasReset)
    }
  }

  @Test func `Fields for the framing are the server's`() async throws {
    let headers: HTTPHeaders = [
      "Content-Length": "5", "transfer-encoding": "identity", "Connection": "keep-alive",
    ]
    try await withProducer(headers: headers) { stream in
      try await stream.write(Array("one".utf8))
    } _: { server in
      let client = try Client(port: server.port)
      client.request("GET /stream")
      let head = try client.response(toHead: true)
      #expect(head["Content-Length"] == nil)
      #expect(head["Transfer-Encoding"] == "chunked")
      #expect(head["Connection"] == "close")
      #expect(try client.read(until: "3\r\none\r\n0\r\n\r\n"))
    }
  }

  @Test func `HEAD doesn't run the producer, and has no length`() async throws {
    try await withProducer { [events] _ in
      events.note("produced")
    } _: { server in
      let client = try Client(port: server.port)
      client.request("HEAD /stream")
      let head = try client.response(toHead: true)
      #expect(head.status == 200)
      #expect(head["Content-Length"] == nil)
      #expect(await events.next() == "/stream 200 0 true")
    }
  }

  @Test func `An error breaks off the connection, and is reported`() async throws {
    try await withProducer { stream in
      try await stream.write(Array("one".utf8))
      throw Failure()
    } _: { server in
      let client = try Client(port: server.port)
      client.request("GET /stream")
      #expect(try client.response(toHead: true).status == 200)
      // The reset can discard bytes that were sent before it.
      #expect(try !client.read(until: "0\r\n\r\n"))
      let both = [await events.next(), await events.next()]
      #expect(both.contains("failed: Failure()"))
      #expect(both.contains("/stream 200 3 false"))
    }
  }

  @Test func `A client that doesn't read stops the producer`() async throws {
    let written = Mutex(0)
    try await withProducer { [events] stream in
      let part = [UInt8](repeating: 0x61, count: 100_000)
      events.note("began")
      for _ in 0..<100 {
        try await stream.write(part)
        written.withLock { $0 += 1 }
      }
    } _: { server in
      let client = try Client(port: server.port)
      client.request("GET /stream")
      #expect(await events.next() == "began")
      // The buffers of the sockets have less room than the response, so the producer waits with a part.
      try await until { server.load.bytes == 100_000 }
      for _ in 0..<1000 { await Task.yield() }
      #expect(server.load.streams == 1)
      #expect(written.withLock { $0 } < 100)
      #expect(try client.response(toHead: true).status == 200)
      let body = try client.rest()
      #expect(body.suffix(7) == Array("\r\n0\r\n\r\n".utf8)[...])
      #expect(written.withLock { $0 } == 100)
      #expect(await events.next() == "/stream 200 10000000 true")
      #expect(server.load.bytes == 0)
    }
  }

  @Test func `A part without room among the bytes in flight breaks off the response`()
    async throws
  {
    var configuration = self.configuration
    configuration.bytesInFlightLimit = 1_000_000
    try await withProducer(configuration: configuration) { [events] stream in
      do {
        try await stream.write([UInt8](repeating: 0x61, count: 10_000_000))
      } catch {
        events.note("\(error)")
        throw error
      }
    } _: { server in
      let client = try Client(port: server.port)
      client.request("GET /stream")
      let both = [await events.next(), await events.next()]
      #expect(both.contains("CancellationError()"))
      #expect(both.contains { $0?.hasSuffix("false") == true })
      #expect(server.load.bytes == 0)
      _ = client
    }
  }

  @Test func `Clients must read faster if memory is scarce`() async throws {
    var configuration = self.configuration
    configuration.bytesInFlightLimit = 15_000_000
    try await withProducer(configuration: configuration) { stream in
      try await stream.write([UInt8](repeating: 0x61, count: 10_000_000))
    } _: { server in
      let client = try Client(port: server.port)
      client.request("GET /stream")
      try await until { server.load.bytes == 10_000_000 }
      // Ten million bytes usually have almost 5,000 seconds. Now, they have a sixteenth of that.
      #expect(server.sweep(ahead: 1_000_000) == 1)
      #expect(await events.next()?.hasSuffix("false") == true)
      _ = client
    }
  }

  @Test func `A canceled task doesn't wait for the connection`() async throws {
    let (ready, go) = AsyncStream.makeStream(of: Void.self)
    try await withProducer { [events] stream in
      let writing = Task { try await stream.write([UInt8](repeating: 0x61, count: 10_000_000)) }
      for await _ in ready {}
      writing.cancel()
      do {
        try await writing.value
      } catch {
        events.note("\(error)")
        throw error
      }
    } _: { server in
      let client = try Client(port: server.port)
      client.request("GET /stream")
      try await until { server.load.bytes == 10_000_000 }
      go.finish()
      #expect(await events.next() == "CancellationError()")
      _ = client
    }
  }

  @Test func `A client that sends nothing any more gets its response`() async throws {
    let (ready, go) = AsyncStream.makeStream(of: Void.self)
    let streams = Mutex<[HTTPStream]>([])
    try await withProducer { stream in
      streams.withLock { $0.append(stream) }
      try await stream.write(Array("one".utf8))
      for await _ in ready {}
      try await stream.write(Array("two".utf8))
    } _: { server in
      let client = try Client(port: server.port)
      client.request("GET /stream")
      #expect(try client.read(until: "one"))
      client.finishSending()
      let stream = try #require(streams.withLock { $0.first })
      try await until { stream.isHalfClosed }
      go.finish()
      #expect(try client.read(until: "two\r\n0\r\n\r\n"))
      #expect(client.isClosedByServer())
      #expect(await events.next() == "/stream 200 6 true")
    }
  }

  @Test func `A response that isn't sent to a client any more is broken off before its head`()
    async throws
  {
    var pair: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
    defer { close(pair[1]) }
    let stream = HTTPStream.producing { [events] _ in
      events.note("produced")
    } failed: { _ in
    }
    stream.onEnd { [events] in events.note("ended") }
    stream.fail()
    stream.attach(to: pair[0], head: Array("head".utf8))
    #expect(await events.next() == "ended")
    var byte: UInt8 = 0
    let count = recv(pair[1], &byte, 1, Int32(MSG_DONTWAIT))
    #expect(count <= 0)
  }

  @Test func `Streams of events don't take the room of produced responses`() async throws {
    var configuration = self.configuration
    configuration.connectionLimit = 16
    let (ready, go) = AsyncStream.makeStream(of: Void.self)
    let answer: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
      let stream =
        request.path == "/events"
        ? HTTPStream()
        : HTTPStream.producing { stream in
          try await stream.write(Array("one".utf8))
          for await _ in ready {}
        } failed: { _ in
        }
      return .now(HTTPResponse(body: .stream(stream)))
    }
    try await withServer(configuration, answer: answer) { server in
      let readers = try (0..<10).map { _ in try Client(port: server.port) }
      for reader in readers.prefix(6) {
        reader.request("GET /events")
        #expect(try reader.response(toHead: true).status == 200)
      }
      // A quarter of the connections can have produced responses.
      for reader in readers.suffix(4) {
        reader.request("GET /stream")
        #expect(try reader.read(until: "one"))
      }
      let last = try Client(port: server.port)
      last.request("GET /stream")
      #expect(try last.response().status == 503)
      go.finish()
    }
  }

  @Test func `A stream is the body of only one response`() async throws {
    let (ready, go) = AsyncStream.makeStream(of: Void.self)
    let stream = HTTPStream.producing { stream in
      try await stream.write(Array("one".utf8))
      for await _ in ready {}
      try await stream.write(Array("two".utf8))
    } failed: { _ in
    }
    let answer = answering { _ in .now(HTTPResponse(body: .stream(stream))) }
    try await withServer(configuration, answer: answer) { server in
      let client = try Client(port: server.port)
      client.request("GET /stream")
      #expect(try client.read(until: "one"))
      for method in ["GET", "HEAD"] {
        let other = try Client(port: server.port)
        other.request("\(method) /stream")
        #expect(try other.response(toHead: method == "HEAD").status == 500)
      }
      go.finish()
      #expect(try client.read(until: "two\r\n0\r\n\r\n"))
    }
  }

  @Test func `A daemon that doesn't wait any longer accepts no produced responses`() {
    let streams = OpenStreams()
    let first = HTTPStream(start: { _ in })
    let second = HTTPStream(start: { _ in })
    #expect(streams.admit(first, limit: 1) == .admitted)
    #expect(streams.admit(second, limit: 1) == .full)
    streams.close()
    streams.remove(first)
    #expect(streams.admit(second, limit: 1) == .admitted)
    streams.cancel()
    #expect(streams.admit(first, limit: 2) == .stopping)
    #expect(streams.count == 1)
  }

  @Test func `A client that reads too slowly is disconnected`() async throws {
    try await withProducer { [events] stream in
      events.note("began")
      defer { events.note(Task.isCancelled ? "canceled" : "ended") }
      try await stream.write([UInt8](repeating: 0x61, count: 10_000_000))
    } _: { server in
      let client = try Client(port: server.port)
      client.request("GET /stream")
      #expect(await events.next() == "began")
      // The stream has taken over the only connection.
      try await until { server.load.connections == 1 }
      #expect(server.sweep() == 0)
      // Ten million bytes have almost 5,000 seconds.
      #expect(server.sweep(ahead: 4_000_000) == 0)
      while server.sweep(ahead: 6_000_000) == 0 { await Task.yield() }
      let both = [await events.next(), await events.next()]
      #expect(both.contains("canceled") || both.contains("ended"))
      #expect(both.contains { $0?.hasSuffix("false") == true })
      _ = client
    }
  }

  @Test func `A disconnected client cancels the producer`() async throws {
    try await withProducer { [events] stream in
      try await stream.write(Array("one".utf8))
      do {
        try await Task.sleep(for: .seconds(3600))
      } catch {
        events.note("canceled")
        throw error
      }
    } _: { server in
      var client: Client? = try Client(port: server.port)
      client?.request("GET /stream")
      #expect(try client?.read(until: "one") == true)
      client = nil
      // The client may only have closed its half of the connection, until it doesn't accept bytes for a while.
      try await until {
        server.sweep(ahead: 60_000)
        return server.load.streams == 0
      }
      let both = [await events.next(), await events.next()]
      #expect(both.contains("canceled"))
      #expect(both.contains("/stream 200 3 false"))
    }
  }

  @Test func `A disconnected client ends a producer that waits`() async throws {
    try await withProducer { [events] stream in
      events.note("began")
      do {
        while true { try await stream.write([UInt8](repeating: 0x61, count: 100_000)) }
      } catch {
        events.note("\(error)")
        throw error
      }
    } _: { server in
      var client: Client? = try Client(port: server.port)
      client?.request("GET /stream")
      #expect(await events.next() == "began")
      client = nil
      let both = [await events.next(), await events.next()]
      #expect(both.contains("CancellationError()"))
    }
  }

  @Test func `A response that's never sent ends its producer`() async throws {
    let (released, release) = AsyncStream.makeStream(of: Void.self)
    final class Witness: Sendable {
      let release: AsyncStream<Void>.Continuation
      init(_ release: AsyncStream<Void>.Continuation) { self.release = release }
      deinit { release.finish() }
    }
    do {
      let witness = Witness(release)
      _ = HTTPStream.producing { [events] _ in
        events.note("produced \(witness)")
      } failed: { _ in
      }
    }
    // The task ends, and releases what its closure has.
    for await _ in released {}
  }

  @Test func `Parts of several tasks aren't mixed`() async throws {
    try await withProducer { stream in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for byte in UInt8(ascii: "a")...UInt8(ascii: "h") {
          group.addTask { try await stream.write([UInt8](repeating: byte, count: 50_000)) }
        }
        try await group.waitForAll()
      }
    } _: { server in
      let client = try Client(port: server.port)
      client.send("GET /stream HTTP/1.0\r\nHost: localhost\r\n\r\n")
      _ = try client.response(toHead: true)
      let body = try client.rest()
      #expect(body.count == 400_000)
      let runs = zip(body, body.dropFirst()).count { $0 != $1 }
      #expect(runs == 7)
    }
  }

  @Test func `A stopping server completes responses`() async throws {
    let (ready, go) = AsyncStream.makeStream(of: Void.self)
    try await withProducer { stream in
      try await stream.write(Array("one".utf8))
      for await _ in ready {}
      try await stream.write(Array("two".utf8))
    } _: { server in
      let client = try Client(port: server.port)
      client.request("GET /stream")
      #expect(try client.read(until: "one"))
      async let drain = server.stop(deadline: .seconds(600))
      go.finish()
      #expect(try client.read(until: "two\r\n0\r\n\r\n"))
      #expect(await drain != nil)
    }
  }

  @Test func `A stopping server breaks off responses at its deadline`() async throws {
    try await withProducer { stream in
      try await stream.write(Array("one".utf8))
      try await Task.sleep(for: .seconds(3600))
    } _: { server in
      let client = try Client(port: server.port)
      client.request("GET /stream")
      #expect(try client.read(until: "one"))
      await server.stop(deadline: .zero)
      #expect(try !client.read(until: "0\r\n\r\n"))
    }
  }

  @Test func `Without a socket, the whole response is collected`() async throws {
    let stream = HTTPStream.producing {
      try await $0.write(Array("one".utf8))
      try await $0.write(Array("two".utf8))
    } failed: { _ in
    }
    let bytes = await stream.collected()
    #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == "onetwo")
    let failing = HTTPStream.producing { _ in
      throw Failure()
    } failed: { [events] in
      events.note("\($0)")
    }
    #expect(await failing.collected() == nil)
    #expect(await events.next() == "Failure()")
    #expect(await HTTPStream().collected() == [])
  }
}
