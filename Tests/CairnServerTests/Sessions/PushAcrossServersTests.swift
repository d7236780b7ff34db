import Cairn
import CairnRedis
import CairnSessions
import CairnTesting
import Foundation
import RedisServers
import Testing
import Ways

@testable import CairnServer

/// Two servers share a store. A browser that's connected to one of them sees the changes of the other one.
@Suite(.timeLimit(.minutes(10)), .withoutScript(.requests)) struct PushAcrossServersTests {
  /// Two servers, and a browser whose requests go to one of them.
  private struct Site {
    let servers: [Server]
    let balancer: Balancer
    let clock = TestClock()

    init(_ stores: [any SessionStore]) throws {
      var settings = ServerSettings()
      settings.port = 0
      settings.secret = Secret(String(repeating: "0a", count: 32))
      servers = try stores.map { [clock] store in
        try Server(settings: settings, sessions: store) {
          $0.continuousClock = clock
        } mounts: {
          Mount("/tally", TabTallyApp.self)
        }
      }
      balancer = Balancer(servers)
    }

    /// Opens a page whose scene is in the memory of the first server.
    func open() async throws -> PatchingScript {
      let browser = Browser(balancer)
      try await browser.open("/tally")
      try await browser.click("Add")
      let script = try await PatchingScript(
        SocketTransport(port: servers[0].port), at: browser.location, in: browser)
      _ = try await script.get()
      return script
    }

    /// Connects a browser to the first server.
    func stream(of script: PatchingScript) async throws -> EventStream {
      try await EventStream(of: script.browser, at: servers[0].port)
    }

    /// Opens a page whose scene is in the memory of the first server, and connects its browser to that server.
    func connect() async throws -> (script: PatchingScript, stream: EventStream) {
      let script = try await open()
      return (script, try await stream(of: script))
    }

    /// Another tab of the browser adds to the total.
    func addToAll(_ browser: Browser, at server: Int) async throws {
      balancer.turn(to: server)
      let tab = browser.newTab()
      try await tab.open("/tally")
      try await tab.click("Add to all")
      #expect(tab.notice == nil)
    }
  }

  private func withSite(
    _ stores: [any SessionStore], _ body: (Site) async throws -> Void
  ) async throws {
    let site = try Site(stores)
    for server in site.servers { try server.start() }
    let result: Result<Void, any Error>
    do {
      result = .success(try await body(site))
    } catch {
      result = .failure(error)
    }
    for server in site.servers { await server.stop() }
    try result.get()
  }

  /// Runs two servers with one Redis.
  private func withRedis(_ body: (Site) async throws -> Void) async throws {
    let redis = try RedisServer()
    var configuration = try RedisSessionStore.Configuration(url: redis.url, environment: [:])
    configuration.timeout = .seconds(60)
    let stores = try (0..<2).map { [configuration] _ in
      try RedisSessionStore(configuration: configuration)
    }
    try await withSite(stores, body)
    for store in stores { await store.close() }
  }

  /// Reads events until a pushed patch contains a text.
  private func read(_ text: String, of script: PatchingScript, _ stream: EventStream) async throws {
    var patch: PatchingScript.Answer
    repeat {
      let event = try await stream.next()
      patch = script.take(event.dropFirst().joined(separator: "\n"))
    } while !patch.text.contains(text)
    #expect(patch.from == script.lastDigest)
  }

  @Test func `A session value that another server changes is pushed`() async throws {
    try await withRedis { site in
      let (script, stream) = try await site.connect()
      for total in 1...3 {
        try await site.addToAll(script.browser, at: 1)
        try await read("Total: \(total)", of: script, stream)
      }
      // A change by the server itself is pushed like before.
      try await site.addToAll(script.browser, at: 0)
      try await read("Total: 4", of: script, stream)
    }
  }

  @Test func `A page requests what an effect on another server changes in its scene`() async throws
  {
    try await withRedis { site in
      let (script, stream) = try await site.connect()
      site.balancer.turn(to: 1)
      try await script.browser.click("Start")
      await site.clock.advance(by: .seconds(1))
      let event = try await stream.next()
      #expect(event == [script.sceneID])
      // The effect ends on the other server, because this server runs the scene from now on.
      let answer = try await script.get()
      #expect(answer.text.contains("Ticks: 1"))
    }
  }

  @Test func `A stream that begins on a server with an older copy gets the changes`() async throws {
    let store = SharedSessions()
    try await withSite([store, store]) { site in
      let script = try await site.open()
      try await site.addToAll(script.browser, at: 1)
      let stream = try await site.stream(of: script)
      try await read("Total: 1", of: script, stream)
    }
  }

  @Test func `A stream of a session that another server has ended is closed`() async throws {
    let store = SharedSessions()
    try await withSite([store, store]) { site in
      let (_, stream) = try await site.connect()
      let id = try #require(site.servers[0].pages.sessions.all.first?.id)
      try await store.removeSession(id)
      let error = await #expect(throws: POSIXError.self) {
        while true { _ = try await stream.next() }
      }
      #expect(error?.code == .ECONNRESET)
      #expect(site.servers[0].sessionCount == 0)
    }
  }

  @Test func `A heartbeat reveals a change whose announcement was lost`() async throws {
    let store = SharedSessions()
    try await withSite([store, store]) { site in
      let (script, stream) = try await site.connect()
      try await site.addToAll(script.browser, at: 1)
      try await read("Total: 1", of: script, stream)
      store.loseAnnouncements()
      try await site.addToAll(script.browser, at: 1)
      for _ in 0..<4 { site.servers[0].pages.beat() }
      try await read("Total: 2", of: script, stream)
    }
  }
}
