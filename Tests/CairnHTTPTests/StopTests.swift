import CairnHTTP
import Dispatch
import Logging
import Testing

@Suite(.timeLimit(.minutes(5)))
struct StopTests {
  @Test func answersWhatIsInFlightAndTakesNoMore() async throws {
    let (stream, arrived) = AsyncStream.makeStream(of: HTTPReply.self)
    try await withServer(answer: answering { _ in .later { arrived.yield($0) } }) { server in
      let port = server.port
      let client = try Client(port: port)
      let idle = try Client(port: port)
      client.request("GET /slow")
      var replies = stream.makeAsyncIterator()
      let reply = try #require(await replies.next())
      async let stopped: Void = server.stop(deadline: .seconds(20))
      // The port is given up at once, so a refused connection says that stopping has begun.
      while (try? Client(port: port)) != nil { await Task.yield() }
      reply.send(.text("answered"))
      let response = try client.response()
      #expect(response.text == "answered")
      #expect(response["Connection"]?.lowercased() == "close")
      await stopped
      #expect(client.isClosedByServer())
      #expect(idle.isClosedByServer())
    }
  }

  @Test func stopsTwiceAndIdle() async throws {
    try await withServer(answer: echo) { server in
      await server.stop()
      await server.stop()
      #expect(throws: HTTPServerError.startedBefore) { try server.start() }
    }
  }

  @Test func refusesATakenPort() async throws {
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
        #expect(expected.description == "Port \(first.port) of 127.0.0.1 is taken.")
      }
    }
  }

  @Test func usesItsPortAgainAtOnce() async throws {
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

  @Test func refusesBadHostsAndPorts() {
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
