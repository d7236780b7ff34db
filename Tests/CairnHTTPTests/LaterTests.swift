import CairnHTTP
import Logging
import Testing

@Suite(.timeLimit(.minutes(30)))
struct LaterTests {
  @Test func `A response can come from another thread`() async throws {
    let (stream, answer) = promises()
    try await withServer(answer: answer) { server in
      var replies = stream.makeAsyncIterator()
      let client = try Client(port: server.port)
      for number in 1...50 {
        client.request("GET /\(number)")
        let reply = try #require(await replies.next())
        #expect(reply.fulfill(.text("\(number)")))
        #expect(!reply.fulfill(.text("again")))
        #expect(try client.response().text == "\(number)")
      }
    }
  }

  @Test func `A promise that's fulfilled immediately is sent immediately`() async throws {
    let answer = answering { _ in
      let promise = Promise()
      promise.fulfill(.text("at once"))
      return .later(promise)
    }
    try await withServer(answer: answer) { server in
      let client = try Client(port: server.port)
      for _ in 1...5 {
        client.request("GET /")
        #expect(try client.response().text == "at once")
      }
    }
  }

  @Test func `Other requests get responses while one waits`() async throws {
    let (stream, answer) = promises()
    try await withServer(configured { $0.daemons = 1 }, answer: answer) { server in
      var replies = stream.makeAsyncIterator()
      let waiting = try Client(port: server.port)
      waiting.request("GET /later")
      let reply = try #require(await replies.next())
      let other = try Client(port: server.port)
      other.request("GET /now")
      #expect(try other.response().text == "now")
      reply.fulfill(.text("later"))
      #expect(try waiting.response().text == "later")
    }
  }

  @Test func `A dropped promise gives status 500`() async throws {
    try await withServer(answer: answering { _ in .later(Promise()) }) { server in
      let client = try Client(port: server.port)
      client.request("GET /dropped")
      let response = try client.response()
      #expect(response.status == 500)
      #expect(response.text == "own page 500 /dropped")
    }
    let (stream, answer) = promises()
    try await withServer(answer: answer) { server in
      let client = try Client(port: server.port)
      client.request("GET /dropped")
      for await _ in stream { break }
      #expect(try client.response().status == 500)
    }
  }

  @Test func `The server survives a client that disconnects`() async throws {
    let (stream, answer) = promises()
    try await withServer(answer: answer) { server in
      var replies = stream.makeAsyncIterator()
      for _ in 1...20 {
        var client: Client? = try Client(port: server.port)
        client?.request("GET /later")
        let reply = try #require(await replies.next())
        client = nil
        #expect(reply.fulfill(.text(String(repeating: "x", count: 100_000))))
      }
      let client = try Client(port: server.port)
      client.request("GET /now")
      #expect(try client.response().text == "now")
    }
  }

  @Test func `A promise may outlive the server`() async throws {
    let (stream, answer) = promises()
    var kept: Promise?
    try await withServer(answer: answer) { server in
      let client = try Client(port: server.port)
      client.request("GET /later")
      for await reply in stream {
        kept = reply
        break
      }
      await server.stop(deadline: .milliseconds(50))
      let response = try client.response()
      #expect(response.status == 503)
      #expect(response.text == "own page 503 /later")
      #expect(response["Retry-After"] == "5")
      #expect(client.isClosedByServer())
    }
    #expect(kept?.fulfill(.text("too late")) == true)
  }
}

/// A responder that passes its promises to the test, except for `/now`.
func promises() -> (
  AsyncStream<Promise>, @Sendable (HTTPRequest) -> HTTPAnswer
) {
  let (stream, arrived) = AsyncStream.makeStream(of: Promise.self)
  return (
    stream,
    { request in
      guard request.path != "/now" else { return .now(.text("now")) }
      let promise = Promise()
      arrived.yield(promise)
      return .later(promise)
    }
  )
}
