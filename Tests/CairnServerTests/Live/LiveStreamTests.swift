import CairnDependencies
import CairnHTTP
import CairnSessions
import CairnTesting
import Synchronization
import Testing
import Ways

@testable import CairnServer

@Suite(.withoutScript(.requests)) struct LiveStreamTests {
  private func event(_ patch: String) -> String? {
    Array(patch.utf8).withUnsafeBytes { LiveStream.event($0, of: "k3") }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `An event contains no NUL`() {
    #expect(event("{}\0<p>\0<b>") == "data: k3\ndata: {}\u{1E}<p>\u{1E}<b>\n\n")
  }

  @Test func `Each line of the text is a data line of the event`() {
    #expect(event("a\r\nb\rc\nd") == "data: k3\ndata: a\ndata: b\ndata: c\ndata: d\n\n")
  }

  @Test func `A patch with the character that replaces NUL isn't pushed`() {
    #expect(event("{}\0A\u{1E}B") == nil)
  }
}

/// How the limit on streams is shared among clients.
@Suite(.withoutScript(.requests)) struct LiveStreamsTests {
  private let server: Server

  init() throws {
    var settings = ServerSettings()
    settings.maximumConnections = 8
    server = try Server(settings: settings, sessions: MemorySessionStore()) {
      Mount("/vault", VaultApp.self)
    }
  }

  /// Opens a stream for a new browser, or returns `nil` if the server rejects it.
  private func stream(from address: String) async throws -> HTTPStream? {
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/vault")
    let headers: HTTPHeaders = ["Host": "localhost", "Cookie": browser.cookieHeader]
    let request = try #require(
      HTTPRequest(target: LiveStream.path, headers: headers, remoteAddress: address))
    guard case .now(let response) = server.responder.respond(to: request) else {
      Issue.record("The response isn't immediate")
      return nil
    }
    guard case .stream(let stream) = response.body else {
      #expect(response.status == .serviceUnavailable)
      return nil
    }
    return stream
  }

  @Test func `A client that only opened a stream leaves no session`() async throws {
    let stream = try #require(await stream(from: "192.0.2.1"))
    #expect(server.sessionCount == 1)
    stream.abandon()
    #expect(server.sessionCount == 0)
  }

  @Test func `A HEAD request doesn't open a stream`() async throws {
    let stream = try #require(await stream(from: "192.0.2.1"))
    let request = try #require(
      HTTPRequest(method: .head, target: LiveStream.path, headers: ["Host": "localhost"]))
    guard case .now(let response) = server.responder.respond(to: request) else {
      Issue.record("The response isn't immediate")
      return
    }
    #expect(response.status == .ok)
    #expect(server.streamCount == 1)
    stream.abandon()
  }

  @Test func `A browser with an unknown session must request the page`() throws {
    let request = try #require(
      HTTPRequest(
        target: LiveStream.path, headers: ["Host": "localhost", "Cookie": "a=b; cairn-8080=forged"])
    )
    guard case .now(let response) = server.responder.respond(to: request) else {
      Issue.record("The response isn't immediate")
      return
    }
    #expect(response.status == .ok)
    #expect(response.headers["Content-Type"] == "text/event-stream")
    let stranger = try #require(
      HTTPRequest(target: LiveStream.path, headers: ["Host": "localhost"]))
    guard case .now(let refusal) = server.responder.respond(to: stranger) else { return }
    #expect(refusal.status == .notFound)
    #expect(server.sessionCount == 0)
  }

  @Test(arguments: ["same-site", "cross-site", "none", "SAME-ORIGIN", ""])
  func `Pages from other sites can't open a stream`(site: String) async throws {
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/vault")
    for (fetchSite, status) in [(site, HTTPStatus.forbidden), ("same-origin", .ok)] {
      let headers: HTTPHeaders = [
        "Host": "localhost", "Cookie": browser.cookieHeader, "Sec-Fetch-Site": fetchSite,
      ]
      let request = try #require(HTTPRequest(target: LiveStream.path, headers: headers))
      guard case .now(let response) = server.responder.respond(to: request) else {
        Issue.record("The response isn't immediate")
        continue
      }
      #expect(response.status == status)
    }
    #expect(server.pages.streams.count == 1)
  }

  @Test(arguments: [
    (["https://evil.example"], 403), (["null"], 403), (["http://localhost:81"], 403),
    (["https://localhost"], 403), (["nonsense"], 403), ([""], 403),
    (["http://localhost", "http://localhost"], 403), (["http://localhost"], 200), ([], 200),
  ])
  func `A request with a foreign origin can't open a stream`(
    origins: [String], status: Int
  ) async throws {
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/vault")
    var headers: HTTPHeaders = ["Host": "localhost", "Cookie": browser.cookieHeader]
    for origin in origins { headers.append("Origin", origin) }
    let request = try #require(HTTPRequest(target: LiveStream.path, headers: headers))
    guard case .now(let response) = server.responder.respond(to: request) else {
      Issue.record("The response isn't immediate")
      return
    }
    #expect(response.status.rawValue == status)
    #expect(server.pages.streams.count == (status == 200 ? 1 : 0))
  }

  @Test func `The client with the most streams makes room for others`() async throws {
    var streams: [HTTPStream] = []
    for _ in 0..<4 { streams.append(try #require(await stream(from: "192.0.2.1"))) }
    // The same client doesn't get another stream.
    #expect(try await stream(from: "192.0.2.1") == nil)
    let other = try #require(await stream(from: "192.0.2.2"))
    #expect(streams.map { $0.send([1]) } == [false, true, true, true])
    _ = try #require(await stream(from: "2001:db8::1"))
    #expect(streams.map { $0.send([1]) } == [false, false, true, true])
    // One IPv6 network counts as one client. A client with as few streams as the others keeps them.
    #expect(try await stream(from: "2001:db8::2") == nil)
    #expect(streams.map { $0.send([1]) } == [false, false, true, true])
    _ = try #require(await stream(from: "192.0.2.3"))
    #expect(streams.map { $0.send([1]) } == [false, false, false, true])
    #expect(try await stream(from: "192.0.2.4") == nil)
    #expect(other.send([1]))
    // When a stream ends, another can be opened.
    other.abandon()
    _ = try #require(await stream(from: "192.0.2.4"))
    #expect(server.pages.streams.count == 4)
  }

  /// A generator whose numbers are alternately small and large.
  private struct Extremes: RandomNumberGenerator {
    private var isSmall = false

    mutating func next() -> UInt64 {
      isSmall.toggle()
      // The library would skip zero.
      return isSmall ? 1 : .max
    }
  }

  @Test func `Streams end at random before the server stops`() async throws {
    for host in 1...4 { _ = try #require(await stream(from: "192.0.2.\(host)")) }
    var generator = Extremes()
    server.pages.streams.end(oneIn: 50, using: &generator)
    #expect(server.pages.streams.count == 2)
    server.pages.streams.end(oneIn: 1, using: &generator)
    #expect(server.pages.streams.count == 0)
  }

  @Test func `Streams end in the second half of a drain period`() async throws {
    let clock = TestClock()
    var streams: [HTTPStream] = []
    for host in 1...3 { streams.append(try #require(await stream(from: "192.0.2.\(host)"))) }
    let isDone = Atomic(false)
    let draining = Task { [streams = server.pages.streams] in
      await streams.drain(for: .seconds(100), clock: clock)
      isDone.store(true, ordering: .releasing)
    }
    // The clock may advance before the task sleeps, which only makes the streams end later.
    await clock.advance(by: .seconds(49))
    #expect(streams.allSatisfy { $0.send([1]) })
    // A browser that connects to the same server again is disconnected again.
    streams.append(try #require(await stream(from: "192.0.2.4")))
    while !isDone.load(ordering: .acquiring) {
      await clock.advance(by: .seconds(1))
      await Task.yield()
    }
    await draining.value
    #expect(server.pages.streams.count == 0)
    #expect(!streams.contains { $0.send([1]) })
  }

  @Test func `The end of a drain period can be brought forward`() async throws {
    _ = try #require(await stream(from: "192.0.2.1"))
    let draining = Task { [streams = server.pages.streams] in
      await streams.drain(for: .seconds(100), clock: TestClock())
    }
    draining.cancel()
    await draining.value
    #expect(server.pages.streams.count == 1)
  }
}
