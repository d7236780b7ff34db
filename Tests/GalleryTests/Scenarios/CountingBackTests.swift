import CairnTesting
import Testing
import Ways

@testable import Gallery

/// Edits on three screens of a stack, and the browser's Back to below all of them.
@Suite(.restarting) struct CountingBackTests {
  /// From the page on which counting begins.
  private func countGoBackAndStartAgain(_ browser: FlowUser) async throws {
    let first = browser.mark
    try await browser.click("Start")
    for (count, next) in [("98", "Monitor"), ("19", "Mouse")] {
      try await browser.fill("Counted", with: count)
      try await browser.click("Next")
      #expect(browser.heading == next)
    }
    let mark = browser.mark
    for heading in ["Monitor", "Keyboard", "Take stock"] {
      try await browser.back()
      #expect(browser.heading == heading)
    }
    #expect(browser.mark == (browser.hasScript ? mark : first))
    try await browser.click("Start")
    #expect(browser.mark == mark)
    #expect(browser.heading == "Keyboard")
    #expect(browser.notice == nil)
    #expect(try browser.field("Counted").value == "98")
    try await browser.click("Next")
    #expect(browser.heading == "Monitor")
    #expect(try browser.field("Counted").value == "19")
  }

  /// To the end, with what was counted before Back.
  private func save(_ browser: FlowUser, on site: GallerySite) async throws {
    for button in ["Next", "Next", "Next", "Save"] { try await browser.click(button) }
    #expect(browser.pile == ["screen Inventory"])
    #expect(try site.item("Keyboard").status == .inStock(quantity: 98))
    #expect(try site.item("Monitor").status == .inStock(quantity: 19))
  }

  @Test(.everyWay) func whatWasCountedIsThereFromAPageOfItsScene() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Take stock")
    #expect(browser.mark != nil)
    try await countGoBackAndStartAgain(browser)
    #expect(site.sceneCount == 1)
    try await save(browser, on: site)
  }

  @Test(.everyWay) func whatWasCountedIsThereFromTheVeryFirstPage() async throws {
    let site = try GallerySite()
    // With the script the page has a scene as soon as it listens, and without it from its first form on.
    let browser = try await site.user(at: "/inventory/stocktake")
    try await countGoBackAndStartAgain(browser)
    #expect(site.sceneCount == 1)
    try await save(browser, on: site)
  }

  @Test(.everyWay) func whatIsTypedOnTheWayBackIsNotLost() async throws {
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
