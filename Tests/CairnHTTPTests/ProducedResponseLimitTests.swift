import Synchronization
import Testing

@testable import CairnHTTP

/// Limits on produced responses, whose clients may read slowly or not at all.
@Suite(.timeLimit(.minutes(30))) struct ProducedResponseLimitTests: ProducerSuite {
  let events = ProducerEvents()

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
}
