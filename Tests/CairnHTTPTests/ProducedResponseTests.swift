import Synchronization
import Testing

@testable import CairnHTTP

/// Responses whose bodies a task produces.
@Suite(.timeLimit(.minutes(30))) struct ProducedResponseTests: ProducerSuite {
  let events = ProducerEvents()

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
      throw ProducerFailure()
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
      #expect(head["Transfer-Encoding"] == nil)
      #expect(await events.next() == "/stream 200 0 true")
      // Bytes after the head would be read as the beginning of the next response.
      #expect(client.isClosedByServer())
    }
  }

  @Test func `An error breaks off the connection, and is reported`() async throws {
    try await withProducer { stream in
      try await stream.write(Array("one".utf8))
      throw ProducerFailure()
    } _: { server in
      let client = try Client(port: server.port)
      client.request("GET /stream")
      #expect(try client.response(toHead: true).status == 200)
      // The reset can discard bytes that were sent before it.
      #expect(try !client.read(until: "0\r\n\r\n"))
      let both = [await events.next(), await events.next()]
      #expect(both.contains("failed: ProducerFailure()"))
      #expect(both.contains("/stream 200 3 false"))
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

  @Test func `Without a socket, the whole response is collected`() async throws {
    let stream = HTTPStream.producing {
      try await $0.write(Array("one".utf8))
      try await $0.write(Array("two".utf8))
    } failed: { _ in
    }
    let bytes = await stream.collected()
    #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == "onetwo")
    let failing = HTTPStream.producing { _ in
      throw ProducerFailure()
    } failed: { [events] in
      events.note("\($0)")
    }
    #expect(await failing.collected() == nil)
    #expect(await events.next() == "ProducerFailure()")
    #expect(await HTTPStream().collected() == [])
  }
}
