import Foundation
import Logging
import Synchronization
import Testing

@testable import CairnHTTP

/// Bodies that are passed on in parts while they arrive.
@Suite(.timeLimit(.minutes(30))) struct BodyPartsTests {
  /// Passes each request to a closure before its body has arrived.
  private struct PartsResponder: HTTPResponder {
    let limit: Int
    let body: @Sendable (HTTPRequest) async -> String

    func bodyReading(of request: HTTPRequest) -> BodyReading { .parts(limit: limit) }

    func refusal(of request: HTTPRequest) -> HTTPResponse? {
      request.path == "/refused" ? .text("refused", status: .forbidden) : nil
    }

    func respond(to request: HTTPRequest) -> HTTPAnswer {
      guard request.path != "/now" else { return .now(.text("now")) }
      let promise = Promise()
      Task { promise.fulfill(.text(await body(request))) }
      return .later(promise)
    }
  }

  private func withServer(
    limit: Int = 100_000_000, bytesInFlight: Int = 64 * 1024 * 1024,
    body: @escaping @Sendable (HTTPRequest) async -> String,
    _ test: (HTTPServer) async throws -> Void
  ) async throws {
    let server = HTTPServer(
      configuration: configured {
        $0.daemons = 1
        $0.bytesInFlightLimit = bytesInFlight
      },
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      responder: PartsResponder(limit: limit, body: body))
    try server.start()
    do {
      try await withTaskExecutorPreference(BlockingExecutor()) { try await test(server) }
      await server.stop(deadline: .seconds(2))
    } catch {
      await server.stop(deadline: .zero)
      throw error
    }
  }

  /// Reads a whole body, and returns its size or the error.
  @Sendable private static func size(of request: HTTPRequest) async -> String {
    var size = 0
    do {
      while let part = try await request.nextBodyPart() {
        if part.isEmpty { return "empty part" }
        size += part.count
      }
      return "\(size)"
    } catch {
      return "\(type(of: error))"
    }
  }

  @Test func `A part is read before the next one is sent`() async throws {
    let (arrivals, arrived) = AsyncStream.makeStream(of: String.self)
    try await withServer { request in
      var text = ""
      while let part = try? await request.nextBodyPart() {
        text += String(decoding: part, as: UTF8.self)
        arrived.yield(text)
      }
      return "read \(text)"
    } _: { server in
      var arrivals = arrivals.makeAsyncIterator()
      let client = try Client(port: server.port)
      client.request("POST /", header: ["Content-Length: 6"])
      client.send("one")
      var text = ""
      while text != "one" { text = try #require(await arrivals.next()) }
      client.send("two")
      let response = try client.response()
      #expect(response.status == 200)
      #expect(response.text == "read onetwo")
    }
  }

  @Test func `A client waits for a slow reader`() async throws {
    let (ready, go) = AsyncStream.makeStream(of: Void.self)
    let isSent = Mutex(false)
    try await withServer { request in
      for await _ in ready {}
      return await Self.size(of: request)
    } _: { server in
      let client = try Client(port: server.port)
      client.request("POST /", header: ["Content-Length: 40000000"])
      let (sent, end) = AsyncStream.makeStream(of: Void.self)
      // A socket that blocks must not block a thread of Swift's tasks.
      let sender = Sender(client) {
        isSent.withLock { $0 = true }
        end.finish()
      }
      sender.start(bytes: 40_000_000)
      // The body doesn't fit in the buffers of the sockets and of the server.
      try await until { server.load.bytes >= RequestBodyPipe.capacity }
      // The server's only thread could read from the connection between these requests.
      let other = try Client(port: server.port)
      for _ in 0..<50 {
        other.request("GET /now")
        #expect(try other.response().text == "now")
      }
      #expect(server.load.bytes < 2 * RequestBodyPipe.capacity)
      #expect(!isSent.withLock { $0 })
      go.finish()
      for await _ in sent {}
      #expect(try client.response().text == "40000000")
      try await until { server.load.bytes == 0 }
    }
  }

  @Test func `Only bytes that have arrived count as bytes in flight`() async throws {
    try await withServer(bytesInFlight: RequestBodyPipe.capacity) { request in
      await Self.size(of: request)
    } _: { server in
      let clients = try (0..<5).map { _ in try Client(port: server.port) }
      for client in clients { client.request("POST /", header: ["Content-Length: 3"]) }
      for client in clients {
        client.send("abc")
        #expect(try client.response().text == "3")
      }
    }
  }

  @Test func `A body without room among the bytes in flight is rejected`() async throws {
    let (ready, go) = AsyncStream.makeStream(of: Void.self)
    try await withServer(bytesInFlight: 100_000) { request in
      for await _ in ready {}
      return await Self.size(of: request)
    } _: { server in
      let body = [UInt8](repeating: 0x61, count: 70_000)
      let first = try Client(port: server.port)
      first.request("POST /", body: body)
      try await until { server.load.bytes >= RequestBodyPipe.capacity }
      let second = try Client(port: server.port)
      second.request("POST /", body: body)
      #expect(try second.response().status == 503)
      go.finish()
      #expect(try first.response().text == "70000")
      try await until { server.load.bytes == 0 }
    }
  }

  @Test(arguments: ["/now", "/later"])
  func `The rest of a body is discarded if the response doesn't need it`(
    path: String
  ) async throws {
    try await withServer { _ in
      "later"
    } _: { server in
      let client = try Client(port: server.port)
      for _ in 0..<3 {
        client.request("POST \(path)", body: [UInt8](repeating: 0x61, count: 300_000))
        #expect(try client.response().text == path.dropFirst())
      }
    }
  }

  @Test func `A response that's available at once is sent instead of a 100 Continue`()
    async throws
  {
    try await withServer { _ in
      "later"
    } _: { server in
      let header = ["Content-Length: 3", "Expect: 100-continue"]
      let client = try Client(port: server.port)
      client.request("POST /now", header: header)
      #expect(try client.response().text == "now")
      #expect(client.isClosedByServer())
      let other = try Client(port: server.port)
      other.request("POST /later", header: header)
      #expect(try other.response().status == 100)
      other.send("abc")
      #expect(try other.response().text == "later")
    }
  }

  @Test func `A client that disconnects ends the body with an error`() async throws {
    let (results, ended) = AsyncStream.makeStream(of: String.self)
    try await withServer { request in
      let result = await Self.size(of: request)
      ended.yield(result)
      return result
    } _: { server in
      var client: Client? = try Client(port: server.port)
      client?.request("POST /", header: ["Content-Length: 1000"])
      client?.send("part")
      client = nil
      var iterator = results.makeAsyncIterator()
      #expect(await iterator.next() == "IncompleteBody")
    }
  }

  @Test func `A client that's too slow ends the body with an error`() async throws {
    let (results, ended) = AsyncStream.makeStream(of: String.self)
    let (begins, began) = AsyncStream.makeStream(of: Void.self)
    try await withServer { request in
      began.finish()
      let result = await Self.size(of: request)
      ended.yield(result)
      return result
    } _: { server in
      let client = try Client(port: server.port)
      client.request("POST /", header: ["Content-Length: 1000"])
      for await _ in begins {}
      while server.sweep(ahead: 60_000) == 0 { await Task.yield() }
      var iterator = results.makeAsyncIterator()
      #expect(await iterator.next() == "IncompleteBody")
      _ = client
    }
  }

  @Test func `A body with more bytes than the limit is rejected before it's read`() async throws {
    let count = Mutex(0)
    try await withServer(limit: 10) { request in
      count.withLock { $0 += 1 }
      return await Self.size(of: request)
    } _: { server in
      let client = try Client(port: server.port)
      client.request("POST /", body: [UInt8](repeating: 0x61, count: 10))
      #expect(try client.response().text == "10")
      // The response doesn't wait for the body.
      client.request("POST /", header: ["Content-Length: 11"])
      #expect(try client.response().status == 413)
      let other = try Client(port: server.port)
      other.request("POST /", body: [UInt8](repeating: 0x61, count: 11))
      #expect(try other.response().status == 413)
      #expect(count.withLock { $0 } == 1)
    }
  }

  @Test func `A request that's rejected isn't passed on`() async throws {
    let count = Mutex(0)
    try await withServer { _ in
      count.withLock { $0 += 1 }
      return ""
    } _: { server in
      let client = try Client(port: server.port)
      client.request("POST /refused", body: [1, 2, 3])
      #expect(try client.response().status == 403)
      let accepted = try Client(port: server.port)
      accepted.request("POST /accepted", body: [1, 2, 3])
      #expect(try accepted.response().status == 200)
      #expect(count.withLock { $0 } == 1)
    }
  }

  @Test func `A request without a body has no parts`() async throws {
    try await withServer {
      "\($0.hasBodyParts)"
    } _: { server in
      let client = try Client(port: server.port)
      client.request("POST /", body: [])
      #expect(try client.response().text == "false")
      client.request("GET /")
      #expect(try client.response().text == "false")
    }
  }

  @Test func `A stopping server doesn't wait for a reader forever`() async throws {
    let (begins, began) = AsyncStream.makeStream(of: Void.self)
    let (ready, go) = AsyncStream.makeStream(of: Void.self)
    try await withServer { _ in
      began.finish()
      for await _ in ready {}
      return "late"
    } _: { server in
      let client = try Client(port: server.port)
      client.request("POST /", body: [UInt8](repeating: 0x61, count: 200_000))
      for await _ in begins {}
      await server.stop(deadline: .zero)
      #expect(client.isClosedByServer(ignoringRest: true))
      go.finish()
    }
  }

  @Test func `A canceled reader stops waiting`() async throws {
    let pipe = RequestBodyPipe()
    let reading = Task { try await pipe.next() }
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
    pipe.finish()
    #expect(try await pipe.next() == nil)
  }
}

/// Sends bytes on a thread of its own.
///
/// It's unchecked because the test doesn't use the client until the thread has ended.
private final class Sender: @unchecked Sendable {
  private let client: Client
  private let ended: @Sendable () -> Void

  init(_ client: Client, ended: @escaping @Sendable () -> Void) {
    self.client = client
    self.ended = ended
  }

  func start(bytes: Int) {
    Thread.detachNewThread { [self] in
      client.send([UInt8](repeating: 0x61, count: bytes))
      ended()
    }
  }
}
