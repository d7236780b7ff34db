import CairnTesting
import Testing
import Ways

@testable import Gallery

/// Edits on three screens of a stack, then the browser's Back button to below all of them.
@Suite(.restarting) struct CountingBackTests {
  /// Counts, goes back, and starts again from the first page of the stock take.
  private func countGoBackAndStartAgain(_ browser: FlowUser) async throws {
    let first = browser.sceneID
    try await browser.click("Start")
    for (count, next) in [("98", "Monitor"), ("19", "Mouse")] {
      try await browser.fill("Counted", with: count)
      try await browser.click("Next")
      #expect(browser.heading == next)
    }
    let sceneID = browser.sceneID
    for heading in ["Monitor", "Keyboard", "Take stock"] {
      try await browser.back()
      #expect(browser.heading == heading)
    }
    #expect(browser.sceneID == (browser.hasScript ? sceneID : first))
    try await browser.click("Start")
    #expect(browser.sceneID == sceneID)
    #expect(browser.heading == "Keyboard")
    #expect(browser.notice == nil)
    #expect(try browser.field("Counted").value == "98")
    try await browser.click("Next")
    #expect(browser.heading == "Monitor")
    #expect(try browser.field("Counted").value == "19")
  }

  /// Continues to the end with the earlier counts.
  private func save(_ browser: FlowUser, on site: GallerySite) async throws {
    for button in ["Next", "Next", "Next", "Save"] { try await browser.click(button) }
    #expect(browser.pile == ["screen Inventory"])
    #expect(try site.item("Keyboard").status == .inStock(quantity: 98))
    #expect(try site.item("Monitor").status == .inStock(quantity: 19))
  }

  @Test(.everyWay) func `Counts are restored from a page of their scene`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Take stock")
    #expect(browser.sceneID != nil)
    try await countGoBackAndStartAgain(browser)
    #expect(site.sceneCount == 1)
    try await save(browser, on: site)
  }

  @Test(.everyWay) func `Counts are restored from the first page`() async throws {
    let site = try GallerySite()
    // With the script, the page has a scene as soon as it listens. Without it, the first form creates
    // the scene.
    let browser = try await site.user(at: "/inventory/stocktake")
    try await countGoBackAndStartAgain(browser)
    #expect(site.sceneCount == 1)
    try await save(browser, on: site)
  }

  @Test(.everyWay) func `Text typed after going back isn't lost`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/stocktake")
    for button in ["Start", "Next", "Next"] { try await browser.click(button) }
    try await browser.back()
    try await browser.fill("Counted", with: "19")
    try await browser.click("Keyboard", in: .bar)
    #expect(browser.heading == "Keyboard")
    try await browser.fill("Counted", with: "98")
    try await browser.click("Next")
    #expect(browser.heading == "Monitor")
    #expect(try browser.field("Counted").value == "19")
    try await save(browser, on: site)
  }
}
