import Cairn
import CairnRedis
import CairnServer
import CairnTesting
import RedisServers
import Synchronization
import Testing

/// Three servers share one Redis, and a tab's requests reach one of them after the other.
@Suite(.timeLimit(.minutes(30))) struct MovingSceneTests {
  private let redis: RedisServer
  private let stores: [RedisSessionStore]
  private let clock = TestClock()
  private let log = MetronomeLog()
  private let servers: [TestServer]
  private let switchboard: Switchboard

  init() throws {
    let redis = try RedisServer()
    let stores = try (0..<3).map { _ in try RedisSessionStore(redis.url) }
    servers = try stores.enumerated().map { [clock, log] number, store in
      try TestServer(sessions: store) { settings, sessions in
        try Server(settings: settings, sessions: sessions) {
          $0.continuousClock = clock
          $0.metronomes = Metronomes(server: number, log: log)
        } mounts: {
          Mount("/metronome", MetronomeApp.self)
        }
      }
    }
    switchboard = Switchboard(servers)
    self.redis = redis
    self.stores = stores
  }

  /// Returns a browser with a scene on the first server.
  private func openBrowser() async throws -> Browser {
    let browser = Browser(switchboard)
    try await browser.open("/metronome")
    // The page before the first form has a metronome of its own, which ends with the page.
    await log.waitUntilSilent()
    try await browser.click("Tap")
    return browser
  }

  private func close() async {
    for server in servers { await server.server.stop() }
    for store in stores { await store.close() }
  }

  @Test func `A timer runs on one server only, and continues on the next one`() async throws {
    let browser = try await openBrowser()
    let begun = log.begun
    var taps = 1
    for number in 1...30 {
      await clock.advance(by: .milliseconds(100))
      switchboard.turn(to: number % 3)
      if number.isMultiple(of: 2) {
        try await browser.click("Tap")
        taps += 1
      } else {
        try await browser.reload()
      }
      #expect(browser.text.contains("Beats: \(3 * number)"))
      #expect(browser.text.contains("Taps: \(taps)"))
    }
    #expect(log.overlaps == [])
    #expect(log.begun - begun == 30)
    #expect(log.beats == 90)
    await close()
  }

  @Test func `The scenes of a server that ends continue on another one`() async throws {
    let browser = try await openBrowser()
    await clock.advance(by: .milliseconds(100))
    // The response means that the beats are stored, too.
    try await browser.click("Tap")
    #expect(browser.text.contains("Beats: 3"))
    try servers[0].restart()
    switchboard.turn(to: 1)
    try await browser.reload()
    #expect(browser.text.contains("Beats: 3"))
    #expect(browser.text.contains("Taps: 2"))
    await clock.advance(by: .milliseconds(100))
    try await browser.reload()
    #expect(browser.text.contains("Beats: 6"))
    await close()
  }
}

/// Sends requests to one of several servers, which the test chooses.
private final class Switchboard: BrowserTransport {
  private let transports: [InProcessTransport]
  private let current = Mutex(0)

  init(_ servers: [TestServer]) {
    transports = servers.map { InProcessTransport($0) }
  }

  func turn(to index: Int) { current.withLock { $0 = index } }

  func send(_ request: BrowserRequest) async throws -> BrowserResponse {
    try await transports[current.withLock(\.self)].send(request)
  }
}
