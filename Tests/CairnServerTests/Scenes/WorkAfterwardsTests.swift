import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

/// The work of a scene that continues after a restart, or from an earlier page.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct WorkAfterwardsTests {
  private let probe = Probe()

  /// The number of times that each view's work has started.
  private var begun: [Int] { ["workshop", "Drawer", "Shelf"].map(probe.begun) }

  /// Returns a browser that opened the drawer and then went to the shelf.
  private func browserAtShelf(on server: TestServer) async throws -> Browser {
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/workshop")
    try await browser.click("Drawer")
    await probe.reach(1, "Drawer")
    try await browser.clickBackdrop()
    await probe.reach(0, "Drawer")
    try await browser.click("Shelf")
    #expect(browser.layers.map(\.title) == ["Workshop", "Shelf"])
    await probe.reach(1, "Shelf")
    await probe.reach(1, "workshop")
    return browser
  }

  @Test(arguments: ["a reload", "a button"])
  func `Tasks of visible views start again after a restart`(how: String) async throws {
    let server = try workshopServer(probe)
    let browser = try await browserAtShelf(on: server)
    let before = begun
    try server.restart()
    await probe.reach(0, "Shelf")
    await probe.reach(0, "workshop")
    #expect(begun == before)
    if how == "a reload" { try await browser.reload() } else { try await browser.click("Apply") }
    #expect(browser.layers.map(\.title) == ["Workshop", "Shelf"])
    await probe.reach(1, "workshop")
    await probe.reach(1, "Shelf")
    // The drawer was left, so its work doesn't start. Work that has started doesn't start again.
    for _ in 0..<3 {
      try await browser.reload()
      try await browser.click("Apply")
    }
    #expect(begun == [before[0] + 1, before[1], before[2] + 1])
    try await browser.clickBackdrop()
    await probe.reach(0, "Shelf")
    await probe.reach(1, "workshop")
  }

  @Test func `The task of a screen that is left after a restart ends`() async throws {
    let server = try workshopServer(probe)
    let browser = try await browserAtShelf(on: server)
    let before = begun
    try server.restart()
    try await browser.clickBackdrop()
    #expect(browser.layers.map(\.title) == ["Workshop"])
    await probe.reach(before[0] + 1, "workshop", begun: true)
    await probe.reach(1, "workshop")
    await probe.reach(0, "Shelf")
    #expect(probe.begun("Drawer") == before[1])
  }

  @Test func `A scene that continues from an earlier page reports the interrupted effect`()
    async throws
  {
    let clock = TestClock()
    let server = try workshopServer(probe, clock: clock)
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/workshop")
    try await browser.click("Tick")
    await probe.reach(1, "ticks")
    await clock.advance(by: .seconds(1))
    try await browser.reload()
    #expect(browser.text.contains("Ticks: 1"))
    try await browser.click("Drawer")
    let original = try await browser.duplicateTab()
    try await original.clickBackdrop()
    #expect(original.layers.map(\.title) == ["Workshop"])

    try browser.fill("Label", with: "Nails")
    try await browser.click("Apply")
    #expect(browser.location != original.location)
    #expect(browser.layers.map(\.title) == ["Workshop", "Drawer"])
    #expect(try browser.field("Label").value == "Nails")
    #expect(browser.notice == Workshop.interruption)

    await clock.advance(by: .seconds(2))
    try await original.reload()
    #expect(original.text.contains("Ticks: 3"))
    #expect(original.notice == nil)
    try await browser.reload()
    #expect(browser.text.contains("Ticks: 1"))
    #expect(probe.begun("ticks") == 1)
    await probe.reach(1, "ticks")
    // The new scene can have its own effect at the same time.
    try await browser.clickBackdrop()
    try await browser.click("Tick")
    #expect(browser.notice == nil)
    await probe.reach(2, "ticks")
    await clock.advance(by: .seconds(1))
    for (tab, ticks) in [(original, 4), (browser, 2)] {
      try await tab.reload()
      #expect(tab.text.contains("Ticks: \(ticks)"))
    }
  }
}
