import CairnDependencies
import CairnServer
import CairnSessions
import CairnTesting
import Testing
import Ways

/// The work of a model that a restart interrupts begins again, or the model is told about the interruption.
@Suite(.timeLimit(.minutes(30))) struct ResumedModelTests {
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
        Mount("/kiln", KilnModelApp.self)
      }
    }

    /// Waits until the firing has begun a number of times, and returns the number of different keys.
    func keys(after count: Int) async -> Int {
      await probe.reach(count, "fire", begun: true)
      return log.counts[1]
    }
  }

  private let work = Work()

  @Test(.everyWay, .oneServer(.effect))
  func `Work begins again once after a restart, and its result arrives`()
    async throws
  {
    let work = Work()
    let site = try FlowSite(isJudged: true) { try work.server($0, $1) }
    let user = try await site.user(at: "/kiln")
    try await user.click("Fire")
    #expect(await work.keys(after: 1) == 1)
    try await site.restart()
    try await user.reload()
    #expect(user.text.contains("Firing: 2"))
    #expect(user.text.contains("Heat: 50"))
    #expect(user.notice == nil)
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

  @Test(.everyWay, .oneServer(.effect)) func `The work of a model in a sheet begins again`()
    async throws
  {
    let work = Work()
    let site = try FlowSite(isJudged: true) { try work.server($0, $1) }
    let user = try await site.user(at: "/kiln/shelf")
    try await user.click("Dry")
    #expect(user.text.contains("Drying: 1"))
    try await site.restart()
    try await user.reload()
    #expect(user.text.contains("Drying: 2"))
    #expect(user.notice == nil)
    await work.probe.reach(2, "dry", begun: true)
  }

  @Test(.everyWay, .oneServer(.effect)) func `A model resets its state after a restart`()
    async throws
  {
    let work = Work()
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

  @Test(.everyWay, .oneServer(.effect)) func `Canceled work doesn't begin again`() async throws {
    let work = Work()
    let site = try FlowSite(isJudged: true) { try work.server($0, $1) }
    let user = try await site.user(at: "/kiln")
    try await user.click("Fire")
    try await user.click("Stop")
    try await site.restart()
    try await user.reload()
    #expect(user.text.contains("Firing: 1"))
    #expect(user.notice == nil)
    #expect(work.log.counts == [1, 1])
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

  @Test(.withoutScript(.process))
  func `A copy of a scene doesn't begin the work, and its models get the reports`() async throws {
    let work = work
    let server = try TestServer { try work.server($0, $1) }
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/kiln")
    try await browser.click("Fire")
    try await browser.click("Heat")
    try await browser.click("Shelf")
    let original = try await browser.duplicateTab()
    try await original.clickBackdrop()
    try await browser.click("Dry")
    #expect(browser.location != original.location)
    #expect(browser.layers.map(\.title) == ["Kiln", "Shelf"])
    #expect(browser.text.contains("Firing: 1"))
    #expect(browser.text.contains("Cold"))
    #expect(browser.notice == Kiln.interruption)
    try await original.reload()
    #expect(original.text.contains("Hot"))
    #expect(await work.keys(after: 1) == 1)
  }
}
