import Cairn
import CairnSQLite
import CairnTesting
import Foundation
import Synchronization
import Testing
import Ways

@testable import CairnServer

/// The load balancers from the article on deployment, in front of two servers that share a session store.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct BalancerTests {
  private struct Site {
    let one: Server
    let two: Server
    let clock = TestClock()
    let log = Pipe()
    private let stores: [SQLiteSessionStore]
    private let folder: URL

    init(drainPeriod: Duration = .zero) throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let path = folder.appending(path: "sessions.sqlite").path
      // Each process has a store of its own, on the same file.
      stores = [try SQLiteSessionStore(path: path), try SQLiteSessionStore(path: path)]
      var settings = ServerSettings()
      settings.port = 0
      settings.trustedProxies = ["127.0.0.1"]
      settings.secret = Secret(String(repeating: "0a", count: 32))
      settings.drainPeriod = drainPeriod
      settings.accessLog = .common
      settings.accessLogDescriptor = log.fileHandleForWriting.fileDescriptor
      let servers = try ["one", "two"].enumerated().map { [stores, clock] index, name in
        try Server(settings: settings, sessions: stores[index]) {
          $0.continuousClock = clock
        } mounts: {
          Mount("/vault", VaultApp.self)
          Endpoint(.get, "/who") { _ in .text(name) }
        }
      }
      (one, two) = (servers[0], servers[1])
      try one.start()
      try two.start()
    }

    var streamCount: Int { one.streamCount + two.streamCount }

    /// Advances the clock until a server has stopped.
    func advanceClock(until stopping: Task<Void, Never>) async {
      let isOver = Atomic(false)
      let watching = Task {
        await stopping.value
        isOver.store(true, ordering: .releasing)
      }
      while !isOver.load(ordering: .acquiring) {
        await clock.advance(by: .seconds(1))
        await Task.yield()
      }
      await watching.value
    }

    /// Stops the servers, and returns the lines of their access log, without the health checks.
    func stop() async throws -> [String] {
      for server in [one, two] { await advanceClock(until: Task { await server.stop() }) }
      for store in stores { await store.close() }
      try FileManager.default.removeItem(at: folder)
      try log.fileHandleForWriting.close()
      let data = try log.fileHandleForReading.readToEnd() ?? Data()
      return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        .filter { !$0.contains("/~ready") }
    }
  }

  /// Returns the servers that respond to some requests, one after the other.
  private func names(_ transport: TLSTransport, count: Int = 8) async throws -> Set<String> {
    var names: Set<String> = []
    for _ in 0..<count {
      let response = try await transport.send(BrowserRequest(target: "/who"))
      #expect(response.status == 200)
      names.insert(response.text)
    }
    return names
  }

  @Test func `HAProxy sends no requests to a server that drains, and none fails`() async throws {
    let site = try Site(drainPeriod: .seconds(20))
    let haproxy = try HAProxy(balancing: site.one.port, site.two.port)
    #expect(try await names(haproxy.transport) == ["one", "two"])
    let browser = Browser(haproxy.transport)
    try await browser.open("/vault")
    try await browser.click("Count")
    #expect(browser.status == 200)

    let stopping = Task { [one = site.one] in await one.stop() }
    try await haproxy.hasLogged("Server inventory/one is DOWN")
    #expect(try await names(haproxy.transport) == ["two"])
    try await browser.reload()
    try await browser.click("Count")
    #expect(browser.shown("Count") == "2")
    let response = try await SocketTransport(port: site.one.port).send(
      BrowserRequest(target: "/who"))
    #expect(response.text == "one")
    await site.advanceClock(until: stopping)
    #expect(try await names(haproxy.transport) == ["two"])
    try await browser.click("Count")
    #expect(browser.shown("Count") == "3")

    let lines = try await site.stop()
    #expect(lines.count >= 24)
    let clients = Set(lines.map { $0.prefix { $0 != " " } })
    // The request to the draining server came directly from the test.
    #expect(clients == ["127.0.0.2", "127.0.0.1"])
  }

  @Test func `HAProxy forwards streams immediately`() async throws {
    let site = try Site()
    let haproxy = try HAProxy(balancing: site.one.port, site.two.port)
    let browser = Browser(haproxy.transport)
    try await browser.open("/vault")
    #expect(browser.exchanges[0].response.header("Strict-Transport-Security") != nil)
    #expect(browser.cookies.first?.name == "__Host-cairn")
    let connection = try haproxy.transport.connect()
    try connection.send(
      """
      GET /~live HTTP/1.1\r\nHost: example.org\r\nCookie: \(browser.cookieHeader)\r\n\
      Sec-Fetch-Site: same-origin\r\n\r\n
      """)
    // The stream doesn't end, so HAProxy doesn't wait for more.
    let text = await connection.read { $0.contains("event: beat") }
    #expect(text.hasPrefix("HTTP/1.1 200 "))
    #expect(site.streamCount == 1)
    connection.close()
    _ = try await site.stop()
  }

  @Test func `HAProxy rejects requests for other hosts, and hides the health checks`() async throws
  {
    let site = try Site()
    let haproxy = try HAProxy(balancing: site.one.port, site.two.port)
    let answer = try await haproxy.plain.send(
      BrowserRequest(target: "/vault?a=1", headers: [("Host", "example.org")]))
    #expect(answer.status == 301)
    #expect(answer.header("Location") == "https://example.org/vault?a=1")
    // HAProxy closes the connection.
    let refused = try? await haproxy.plain.send(
      BrowserRequest(target: "/vault", headers: [("Host", "evil.example")]))
    #expect(refused == nil)
    let connection = try haproxy.transport.connect()
    try connection.send("GET /vault HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
    #expect(try await connection.readToEnd().isEmpty)
    for target in ["/~health", "/~ready"] {
      #expect(try await haproxy.transport.send(BrowserRequest(target: target)).status == 404)
    }
    // A client can't claim to be another client.
    _ = try await haproxy.transport.send(
      BrowserRequest(
        target: "/who",
        headers: [("X-Forwarded-For", "6.6.6.6"), ("Forwarded", "for=6.6.6.6;host=evil")]))
    let lines = try await site.stop()
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("127.0.0.2 - - [") == true)
  }

  @Test func `nginx sends requests to the other server when one has stopped`() async throws {
    let site = try Site()
    let nginx = try Nginx(balancing: site.one.port, site.two.port)
    #expect(try await names(nginx.transport) == ["one", "two"])
    let browser = Browser(nginx.transport)
    try await browser.open("/vault")
    try await browser.click("Count")
    await site.one.stop()
    #expect(try await names(nginx.transport) == ["two"])
    try await browser.reload()
    try await browser.click("Count")
    #expect(browser.shown("Count") == "2")
    _ = try await site.stop()
  }
}
