import Cairn
import CairnTesting
import Testing
import Ways

@testable import CairnServer

/// Servers that share a store with leases make pages of scenes that another server runs.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct ElsewhereSceneTests {
  private let store = LeasedStore()
  private let clock = TestClock()
  private let tickerLog = TickerLog(servers: 3)
  private let kilnLog = KilnLog()
  private let servers: [TestServer]
  private let balancer: Balancer

  init() throws {
    var settings = ServerSettings()
    settings.maximumLiveScenes = 1
    servers = try (0..<3).map { [store, clock, tickerLog, kilnLog] number in
      try TestServer(settings: settings, sessions: store) { settings, sessions in
        try Server(settings: settings, sessions: sessions) {
          $0.continuousClock = clock
          $0.tickers = Tickers(server: number, log: tickerLog)
          $0.kilnLog = kilnLog
          $0.probe = Probe()
        } mounts: {
          Mount("/ticker", TickerApp.self)
          Mount("/kiln", KilnApp.self)
        }
      }
    }
    balancer = Balancer(servers)
  }

  /// Returns a browser whose scene is ticking on the first server.
  private func openTicker() async throws -> Browser {
    let browser = Browser(balancer)
    try await browser.open("/ticker")
    // The page before the first form has a ticker of its own, which ends with the page.
    while tickerLog.running != [0, 0, 0] { await Task.yield() }
    try await browser.click("Tap")
    #expect(browser.text.contains("Taps: 1"))
    return browser
  }

  /// Returns a browser whose scene is firing on the first server.
  private func openKiln() async throws -> Browser {
    let browser = Browser(balancer)
    try await browser.open("/kiln")
    try await browser.click("Fire")
    #expect(browser.text.contains("Firing: 1"))
    return browser
  }

  /// Reloads a page until it shows what an effect on another server has stored.
  private func reload(_ browser: Browser, until text: String) async throws {
    repeat { try await browser.reload() } while !browser.text.contains(text)
  }

  private func scenes() -> [Int] { servers.map { $0.server.sceneCount } }

  @Test func `Pages on other servers show a timer's ticks without moving it`() async throws {
    let browser = try await openTicker()
    let begun = tickerLog.begun
    for number in 1...20 {
      await clock.advance(by: .seconds(1))
      balancer.turn(to: 1 + number % 2)
      try await reload(browser, until: "Ticks: \(number)")
      #expect(browser.notice == nil)
      #expect(scenes() == [1, 0, 0])
    }
    #expect(tickerLog.begun == begun)
    #expect(tickerLog.running == [1, 0, 0])
    // The form of a page that another server has made.
    balancer.turn(to: 0)
    try await browser.click("Tap")
    #expect(browser.text.contains("Taps: 2"))
    #expect(browser.notice == nil)
    #expect(tickerLog.begun == begun)
  }

  @Test func `A form moves a timer, and a page moves it if its server is gone`() async throws {
    let browser = try await openTicker()
    let begun = tickerLog.begun
    await clock.advance(by: .seconds(1))
    balancer.turn(to: 1)
    try await reload(browser, until: "Ticks: 1")
    try await browser.click("Tap")
    #expect(browser.text.contains("Ticks: 1"))
    #expect(browser.text.contains("Taps: 2"))
    #expect(scenes() == [0, 1, 0])
    #expect(tickerLog.running == [0, 1, 0])
    await clock.advance(by: .seconds(1))
    try await reload(browser, until: "Ticks: 2")
    #expect(!tickerLog.haveOverlapped)
    store.suspend(1)
    balancer.turn(to: 2)
    try await browser.reload()
    #expect(browser.text.contains("Ticks: 2"))
    #expect(tickerLog.begun == [begun[0], begun[1] + 1, begun[2] + 1])
    await clock.advance(by: .seconds(1))
    try await reload(browser, until: "Ticks: 3")
    balancer.turn(to: 0)
    try await browser.reload()
    #expect(browser.text.contains("Ticks: 3"))
    #expect(tickerLog.begun == [begun[0], begun[1] + 1, begun[2] + 1])
  }

  @Test func `A page that has moved a timer doesn't let other pages move it again`() async throws {
    let browser = try await openTicker()
    let begun = tickerLog.begun
    store.suspend(0)
    balancer.turn(to: 1)
    try await browser.reload()
    #expect(tickerLog.begun == [begun[0], begun[1] + 1, begun[2]])
    balancer.turn(to: 2)
    // The timer hasn't ticked, so the second server has had no change of the state to store.
    for _ in 0..<5 {
      try await browser.reload()
      #expect(browser.text.contains("Taps: 1"))
    }
    #expect(tickerLog.begun == [begun[0], begun[1] + 1, begun[2]])
    #expect(browser.notice == nil)
  }

  @Test func `A page on another server reloads until the effects have ended`() async throws {
    let browser = try await openKiln()
    balancer.turn(to: 1)
    try await browser.reload()
    #expect(browser.text.contains("Firing: 1"))
    #expect(browser.refreshDelay == 1)
    await clock.advance(by: .seconds(60))
    try await reload(browser, until: "Fired: bowl, jug")
    // The end of the effect is stored separately.
    while browser.refreshDelay != nil { try await browser.reload() }
    #expect(browser.notice == nil)
    #expect(kilnLog.counts == [1, 1])
    #expect(scenes() == [1, 0, 0])
  }

  @Test func `A page of another location doesn't move the scene`() async throws {
    let browser = try await openKiln()
    let location = browser.location
    try await browser.click("Drawer")
    let drawer = browser.location
    #expect(drawer != location)
    let tab = browser.newTab()
    for server in 1..<3 {
      balancer.turn(to: server)
      try await tab.open(location)
      #expect(tab.layers.count == 1)
      try await tab.open(drawer)
      #expect(tab.layers.count == 2)
    }
    #expect(kilnLog.counts == [1, 1])
    #expect(scenes() == [1, 0, 0])
  }

  @Test func `Work that left the memory of a server continues on any server`() async throws {
    let browser = try await openKiln()
    let other = Browser(balancer)
    try await other.open("/kiln")
    // The server has room for one scene.
    try await other.click("Fire")
    #expect(kilnLog.counts == [2, 2])
    balancer.turn(to: 1)
    try await reload(browser, until: "Firing: 2")
    #expect(browser.notice == nil)
    #expect(kilnLog.counts == [3, 2])
    #expect(scenes() == [1, 1, 0])
  }
}
