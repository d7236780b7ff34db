import CairnHTTP
import Dispatch
import Glibc
import Logging
import Testing

@Suite(.timeLimit(.minutes(30)))
struct StopTests {
  @Test func `Finishes requests in flight and accepts no more`() async throws {
    let (stream, answer) = promises()
    try await withServer(answer: answer) { server in
      let port = server.port
      let client = try Client(port: port)
      let idle = try Client(port: port)
      client.request("GET /slow")
      var replies = stream.makeAsyncIterator()
      let reply = try #require(await replies.next())
      async let stopped = server.stop(deadline: .seconds(600))
      // The port is released immediately, so a refused connection means that stopping has begun.
      while (try? Client(port: port)) != nil { await Task.yield() }
      reply.fulfill(.text("answered"))
      let response = try client.response()
      #expect(response.text == "answered")
      #expect(response["Connection"]?.lowercased() == "close")
      let drain = try #require(await stopped)
      #expect(drain.requests == 1)
      #expect(drain.streams == 0)
      #expect(drain.duration > .zero)
      #expect(client.isClosedByServer())
      #expect(idle.isClosedByServer())
    }
  }

  @Test func `Stopping twice and while idle works`() async throws {
    try await withServer(answer: echo) { server in
      #expect(await server.stop()?.requests == 0)
      #expect(await server.stop() == nil)
      #expect(throws: HTTPServerError.startedBefore) { try server.start() }
    }
  }

  @Test func `Rejects a port that's in use`() async throws {
    try await withServer(answer: echo) { first in
      for daemons in [1, 2] {
        var configuration = HTTPServer.Configuration()
        configuration.port = first.port
        configuration.daemons = daemons
        let second = HTTPServer(
          configuration: configuration, logger: Logger(label: "test"),
          responder: Responder(answer: echo))
        let expected = HTTPServerError.portTaken(host: "127.0.0.1", port: first.port)
        #expect(throws: expected) { try second.start() }
        #expect(
          expected.description
            == "Port \(first.port) on 127.0.0.1 is already in use. Choose another port.")
      }
    }
  }

  @Test func `Reuses its port immediately`() async throws {
    var port = 0
    try await withServer(answer: echo) { server in
      port = server.port
      let client = try Client(port: port)
      client.request("GET /")
      _ = try client.response()
    }
    try await withServer(configured { $0.port = port }, answer: echo) { server in
      let client = try Client(port: server.port)
      client.request("GET /again")
      #expect(try client.response().text == "GET /again -\n")
    }
  }

  @Test func `Releases its port even if another process has its socket`() async throws {
    var port = 0
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    try await withServer(answer: echo) { server in
      port = server.port
      // Like a process that's about to run another program.
      copies = (3..<min(Int32(getdtablesize()), 65_536)).filter { isListening($0, at: port) }.map {
        dup($0)
      }
      #expect(!copies.isEmpty)
    }
    try await withServer(configured { $0.port = port }, answer: echo) { server in
      let client = try Client(port: server.port)
      client.request("GET /again")
      #expect(try client.response().text == "GET /again -\n")
    }
  }

  /// Whether a descriptor is a socket that listens on a port.
  private func isListening(_ descriptor: Int32, at port: Int) -> Bool {
    var listens: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0, listens != 0
    else { return false }
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let outcome = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    return outcome == 0 && Int(UInt16(bigEndian: address.sin_port)) == port
  }

  @Test func `Rejects invalid hosts and ports`() {
    func start(_ host: String, _ port: Int) throws {
      var configuration = HTTPServer.Configuration()
      configuration.host = host
      configuration.port = port
      try HTTPServer(
        configuration: configuration, logger: Logger(label: "test"),
        responder: Responder(answer: echo)
      ).start()
    }
    #expect(throws: HTTPServerError.portOutOfRange(70_000)) { try start("127.0.0.1", 70_000) }
    #expect(throws: HTTPServerError.self) { try start("256.1.1.1", 0) }
    let foreign = HTTPServerError.hostUnknown(
      "192.0.2.1", reason: "this machine has no such address")
    #expect(throws: foreign) { try start("192.0.2.1", 0) }
  }
}
