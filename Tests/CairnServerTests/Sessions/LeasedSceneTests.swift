import Cairn
import CairnTesting
import Testing
import Ways

@testable import CairnServer

/// Servers that share a store with leases.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct LeasedSceneTests {
  private let store = LeasedStore()
  private let clock = TestClock()
  private let log = KilnLog()
  private let servers: [TestServer]
  private let balancer: Balancer

  init() throws {
    servers = try (0..<3).map { [store, clock, log] _ in
      try TestServer(sessions: store) { settings, sessions in
        try Server(settings: settings, sessions: sessions) {
          $0.continuousClock = clock
          $0.kilnLog = log
          $0.probe = Probe()
        } mounts: {
          Mount("/kiln", KilnApp.self)
        }
      }
    }
    balancer = Balancer(servers)
  }

  /// Returns a browser whose scene is firing on the first server.
  private func openKiln() async throws -> Browser {
    let browser = Browser(balancer)
    try await browser.open("/kiln")
    try await browser.click("Fire")
    #expect(browser.text.contains("Firing: 1"))
    return browser
  }

  private func scenes() -> [Int] { servers.map { $0.server.sceneCount } }

  @Test func `A scene is in the memory of one server, and its work moves with it`() async throws {
    let browser = try await openKiln()
    for number in 1...8 {
      balancer.turn(to: number % 3)
      try await browser.reload()
      #expect(browser.text.contains("Firing: \(number + 1)"))
      #expect(browser.notice == nil)
      #expect(scenes() == (0..<3).map { $0 == number % 3 ? 1 : 0 })
    }
    await clock.advance(by: .seconds(60))
    try await browser.click("Salt")
    #expect(browser.text.contains("Fired: bowl, jug"))
    #expect(!browser.text.contains("jug;"))
    #expect(log.counts == [9, 1])
  }

  @Test func `A server whose term is over discards the results of its effects`() async throws {
    let browser = try await openKiln()
    store.suspend(0)
    balancer.turn(to: 1)
    try await browser.reload()
    #expect(browser.text.contains("Firing: 2"))
    // The first server doesn't know yet that the second one runs the scene.
    #expect(scenes() == [1, 1, 0])
    await clock.advance(by: .seconds(60))
    try await browser.click("Salt")
    #expect(browser.text.contains("Fired: bowl, jug"))
    #expect(!browser.text.contains("jug;"))
    servers[0].server.pages.endOverdueScenes()
    #expect(scenes() == [0, 1, 0])
  }
}
