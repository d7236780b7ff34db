import CairnSessions
import CairnTesting
import Synchronization
import Testing
import Ways

@testable import CairnServer

/// One client can't evict the sessions of others.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct FairEvictionTests {
  private func settings(maximumSessions: Int) -> ServerSettings {
    var settings = ServerSettings()
    settings.port = 0
    settings.metricsPort = 0
    settings.trustedProxies = ["127.0.0.1"]
    settings.maximumSessions = maximumSessions
    return settings
  }

  private func load(_ transport: any BrowserTransport) async throws -> Browser {
    let browser = Browser(transport)
    try await browser.open("/sample")
    try await browser.click("Load")
    return browser
  }

  /// Returns whether a browser's work still exists.
  private func hasWork(_ browser: Browser) async throws -> Bool {
    try await browser.open(browser.location)
    return browser.text.contains("Text: loaded")
  }

  @Test func `One address only evicts its own sessions`() async throws {
    let lines = LogLines()
    try await lines.take {
      let store = MemorySessionStore()
      let server = try Server(settings: settings(maximumSessions: 20), sessions: store) {
        $0.probe = Probe()
      } mounts: {
        Mount("/sample", SampleApp.self)
      }
      try server.start()
      let socket = SocketTransport(port: server.port)
      let browser = try await load(Forwarded(socket: socket, address: "203.0.113.1"))
      let user = try #require(server.pages.sessions.all.first).mailbox.id
      for number in 0..<40 {
        // All of these addresses are in one 64-bit network.
        _ = try await load(Forwarded(socket: socket, address: "2001:db8::\(number)"))
      }
      let loadResult = await withCheckedContinuation { continuation in
        store.load(SessionQuery(session: user)) { continuation.resume(returning: $0) }
      }
      #expect(try loadResult.get().lastUse != nil)
      // The state isn't `Codable`, so it's only in memory.
      #expect(try await hasWork(browser))
      let text = try #require(server.pages.metrics).text
      #expect(text.contains("cairn_store_evictions_total{kind=\"session\"} 21\n"))
      // Some of these sessions were no longer in memory.
      #expect(text.contains("cairn_memory_evictions_total{kind=\"session\"}"))
      await server.stop()
    }
    #expect(lines.all.contains { $0.contains("Sessions are evicted") })
  }

  @Test(arguments: [false, true])
  func `One address only evicts its own scenes from memory`(isCount: Bool) async throws {
    var settings = settings(maximumSessions: 1000)
    if isCount {
      settings.maximumLiveScenes = 20
    } else {
      // A session can take more than half of the limit, so a client's share is one session.
      settings.maximumSessionSize = 10 * 1024
      settings.maximumLiveSize = 20 * 45 * 1024
    }
    let server = try Server(settings: settings) { Mount("/vault", VaultApp.self) }
    try server.start()
    let socket = SocketTransport(port: server.port)
    let browser = Browser(Forwarded(socket: socket, address: "203.0.113.1"))
    try await browser.open("/vault")
    try await browser.click("Count")
    let user = try #require(server.pages.sessions.all.first)
    for number in 0..<40 {
      let other = Browser(Forwarded(socket: socket, address: "2001:db8::\(number)"))
      try await other.open("/vault")
      try await other.click("Count")
    }
    #expect(server.sceneCount < 30)
    #expect(user.state.withLock(\.scenes.count) == 1)
    await server.stop()
  }

  @Test func `Reading counts as use`() async throws {
    let server = try sampleServer(settings: settings(maximumSessions: 2))
    let transport = InProcessTransport(server)
    let reader = try await load(transport)
    let other = try await load(transport)
    // Uses between two calls have no order.
    server.pages.storeUses()
    #expect(try await hasWork(reader))
    server.pages.storeUses()
    _ = try await load(transport)
    #expect(try await hasWork(reader))
    #expect(try await !hasWork(other))
  }

  @Test func `A use is stored once`() async throws {
    let server = try sampleServer()
    let reader = try await load(InProcessTransport(server))
    try await reader.open(reader.location)
    let session = try #require(server.pages.sessions.all.first)
    #expect(session.takeUse())
    #expect(!session.takeUse())
  }
}
