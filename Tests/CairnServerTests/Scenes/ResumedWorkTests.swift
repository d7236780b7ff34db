import Cairn
import CairnSessions
import CairnTesting
import Foundation
import Testing
import Ways

@testable import CairnServer

/// Work that a restart interrupts begins again, or its feature is told about the interruption.
@Suite(.timeLimit(.minutes(30))) struct ResumedWorkTests {
  /// The work of one test, or of one way of a test.
  private struct Work: Sendable {
    let clock = TestClock()
    let log = KilnLog()
    let probe = Probe()

    func server(_ settings: ServerSettings, _ sessions: any SessionStore) throws -> Server {
      try Server(settings: settings, sessions: sessions) {
        $0.continuousClock = clock
        $0.kilnLog = log
        $0.probe = probe
      } mounts: {
        Mount("/kiln", KilnApp.self)
      }
    }

    /// Waits until the firing has begun a number of times, and returns the number of different keys.
    func keys(after count: Int) async -> Int {
      await probe.reach(count, "fire", begun: true)
      return log.counts[1]
    }
  }

  private let work = Work()

  /// Returns the request that a button sends.
  private func form(_ button: String, of browser: Browser) throws -> BrowserRequest {
    let node = try #require(browser.topLayer?.node)
    let token = try #require(node.first("input", where: ["name": "~token"])?["value"])
    let tap = try #require(try browser.control(button)["value"])
    return BrowserRequest(
      method: "POST", target: browser.location,
      headers: [
        ("Origin", browser.origin), ("Cookie", browser.cookieHeader),
        ("Content-Type", "application/x-www-form-urlencoded"),
      ],
      body: Array("~token=\(token)&~tap=\(tap)".utf8))
  }

  @Test(.everyWay, .oneServer(.effect))
  func `Work begins again once after a restart, and its result arrives`()
    async throws
  {
    let work = Work()
    let site = try FlowSite(isJudged: true) { try work.server($0, $1) }
    let user = try await site.user(at: "/kiln")
    try await user.click("Fire")
    try await site.restart()
    try await user.reload()
    #expect(user.text.contains("Firing: 2"))
    #expect(user.notice == nil)
    try await user.reload()
    #expect(user.text.contains("Firing: 2"))
    #expect(await work.keys(after: 2) == 1)
    await work.clock.advance(by: .seconds(60))
    try await user.reload()
    #expect(user.text.contains("Fired: bowl, jug"))
    // The work has ended, so another restart doesn't begin it again.
    try await site.restart()
    try await user.reload()
    #expect(user.text.contains("Firing: 2"))
    #expect(work.log.counts == [2, 1])
  }

  @Test(.everyWay, .oneServer(.effect)) func `A feature resets its state after a restart`()
    async throws
  {
    let work = work
    let site = try FlowSite(isJudged: true) { try work.server($0, $1) }
    let user = try await site.user(at: "/kiln")
    try await user.click("Heat")
    #expect(user.text.contains("Hot"))
    try await site.restart()
    try await user.reload()
    #expect(user.text.contains("Cold"))
    try await user.click("Heat")
    #expect(user.text.contains("Hot"))
  }

  @Test(.withoutScript(.process)) func `A form can be the first request after a restart`()
    async throws
  {
    let work = work
    let server = try TestServer { try work.server($0, $1) }
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/kiln")
    try await browser.click("Fire")
    try server.restart()
    try await browser.click("Salt")
    #expect(browser.text.contains("Firing: 2"))
    #expect(browser.notice == nil)
    #expect(await work.keys(after: 2) == 1)
    try await browser.click("Fire")
    #expect(browser.text.contains("Firing: 3"))
    #expect(await work.keys(after: 3) == 2)
  }

  @Test(.withoutScript(.process)) func `Work isn't begun again after it has begun five times`()
    async throws
  {
    let work = work
    let server = try TestServer { try work.server($0, $1) }
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/kiln")
    try await browser.click("Fire")
    for count in 2...5 {
      try server.restart()
      try await browser.click("Salt")
      #expect(browser.text.contains("Firing: \(count)"))
      #expect(browser.notice == nil)
      #expect(await work.keys(after: count) == 1)
    }
    try server.restart()
    try await browser.click("Salt")
    #expect(browser.text.contains("Firing: 5"))
    #expect(browser.notice == Kiln.interruption)
    #expect(work.log.counts == [5, 1])
  }

  @Test(.withoutScript(.process))
  func `Work that ends the process before anything else is stored begins at most five times`()
    async throws
  {
    let (work, store) = (work, LossyStore())
    let server = try TestServer(sessions: store) { try work.server($0, $1) }
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/kiln")
    try await browser.click("Fire")
    store.loseActions()
    for count in 2...5 {
      try server.restart()
      try await browser.reload()
      #expect(browser.text.contains("Firing: 2"))
      #expect(await work.keys(after: count) == 1)
    }
    try server.restart()
    try await browser.reload()
    #expect(browser.text.contains("Firing: 1"))
    #expect(browser.notice == Kiln.interruption)
    #expect(work.log.counts == [5, 1])
  }

  @Test(.withoutScript(.process)) func `Simultaneous first requests begin the work once`()
    async throws
  {
    let (work, store) = (work, LossyStore())
    let server = try TestServer(sessions: store) { try work.server($0, $1) }
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/kiln")
    try await browser.click("Fire")
    let location = browser.location
    try server.restart()
    store.hold()
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<4 {
        let tab = browser.newTab()
        group.addTask {
          try await tab.open(location)
          return tab.text
        }
      }
      await store.holdsOne()
      store.release()
      return try await group.reduce(into: [String]()) { $0.append($1) }
    }
    #expect(texts.count == 4)
    #expect(texts.allSatisfy { $0.contains("Firing: 2") })
    #expect(await work.keys(after: 2) == 1)
    #expect(work.log.counts == [2, 1])
  }

  @Test(.withoutScript(.process)) func `A form that arrives while the scene is restored waits`()
    async throws
  {
    let (work, store) = (work, LossyStore())
    let server = try TestServer(sessions: store) { try work.server($0, $1) }
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/kiln")
    try await browser.click("Fire")
    let transport = InProcessTransport(server)
    let salt = try form("Salt", of: browser)
    let heat = try form("Heat", of: browser)
    try server.restart()
    store.hold()
    async let first = transport.send(salt)
    await store.holdsOne()
    async let second = transport.send(heat)
    store.release()
    #expect(try await first.status == 303)
    #expect(try await second.status == 303)
    try await browser.reload()
    #expect(browser.text.contains("Firing: 2"))
    #expect(await work.keys(after: 2) == 1)
    #expect(work.log.counts == [2, 1])
  }

  @Test(.withoutScript(.process)) func `Work doesn't begin again while the store fails`()
    async throws
  {
    let (work, store) = (work, BrokenStore())
    let server = try TestServer(sessions: store) { try work.server($0, $1) }
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/kiln")
    try await browser.click("Fire")
    let location = browser.location
    try server.restart()
    store.fail(commits: true)
    let tab = browser.newTab()
    try await tab.open(location)
    #expect(tab.status == 503)
    #expect(work.log.counts == [1, 1])
    store.fail()
    try await tab.open(location)
    #expect(tab.text.contains("Firing: 2"))
    #expect(await work.keys(after: 2) == 1)
  }

  @Test(.withoutScript(.process))
  func `A copy of a scene doesn't begin the work, and its features get the reports`() async throws {
    let work = work
    let server = try TestServer { try work.server($0, $1) }
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/kiln")
    try await browser.click("Fire")
    try await browser.click("Heat")
    try await browser.click("Drawer")
    let original = try await browser.duplicateTab()
    try await original.clickBackdrop()
    try browser.fill("Label", with: "Clay")
    try await browser.click("Apply")
    #expect(browser.location != original.location)
    #expect(browser.layers.map(\.title) == ["Kiln", "Drawer"])
    #expect(browser.text.contains("Firing: 1"))
    #expect(browser.text.contains("Cold"))
    #expect(browser.notice == Kiln.interruption)
    try await original.reload()
    #expect(original.text.contains("Hot"))
    #expect(await work.keys(after: 1) == 1)
  }

  private static let changes: [String] = ["payload", "path"]

  @Test(.withoutScript(.process), arguments: changes)
  func `Work that another version of the application stored is reported`(change: String)
    async throws
  {
    let work = work
    let site = try FlowSite { try work.server($0, $1) }
    let user = try await site.user(at: "/kiln")
    try await user.click("Fire")
    try await site.deploy(changing: try #require(user.sceneID)) { payload in
      var snapshot = try #require(SceneSnapshot(encoded: payload))
      let stored = try #require(snapshot.resumptions.first)
      let beginning = try #require(stored.beginning)
      snapshot.resumptions = [
        .init(
          key: stored.key, starts: stored.starts,
          beginning: .init(
            path: change == "path" ? "burn" : beginning.path,
            payload: change == "payload" ? Array(#"{"pots":1}"#.utf8) : beginning.payload),
          report: .init(path: "cooled", payload: []))
      ]
      return snapshot.encoded()
    }
    try await user.reload()
    #expect(user.text.contains("Firing: 1"))
    #expect(user.notice == Kiln.interruption)
    #expect(work.log.counts == [1, 1])
  }
}
