import Glibc
import Testing

@testable import CairnHTTP

/// Produced responses that end early, and their producers.
@Suite(.timeLimit(.minutes(30))) struct ProducedResponseEndTests: ProducerSuite {
  let events = ProducerEvents()

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
}
