import CairnTesting
import Testing
import Ways

@testable import Gallery

/// The bar's Back, and the browser's Back and Forward: the next action does what its page shows.
@Suite(.restarting) struct BackTests {
  @Test(.everyWay) func theBarsBackLeadsDownThreeLevels() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/stocktake/3")
    for heading in ["Monitor", "Keyboard", "Take stock"] {
      try await browser.click(heading, in: .bar)
      #expect(browser.heading == heading)
    }
    try await browser.click("Cancel")
    #expect(browser.pile == ["screen Inventory"])
  }

  @Test(.everyWay) func theBrowsersBackLeadsDownThreeLevelsAndTheNextActionIsThere() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    for button in ["Add", "Cancel", "Take stock", "Start", "Next"] {
      try await browser.click(button)
    }
    let mark = browser.mark
    for heading in ["Keyboard", "Take stock"] {
      try await browser.back()
      #expect(browser.heading == heading)
    }
    try await browser.back()
    // Something was counted, so it is asked first: with the script at once.
    if !browser.hasScript {
      #expect(browser.heading == "Inventory")
      try await browser.click("Add")
    }
    #expect(browser.mark == mark)
    #expect(browser.pile.last == "confirmation Discard your counts?")
    try await browser.click("Discard")
    #expect(browser.pile == ["screen Inventory"])
    #expect(try site.item("Keyboard").status == .inStock(quantity: 100))
  }

  @Test(.everyWay) func backToTheVeryFirstPageLeavesTheSheetWithTheNextAction() async throws {
    let site = try GallerySite()
    // It has no scene yet: the scene that it began is found from it.
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Add")
    let mark = browser.mark
    try await browser.fill("Name", with: "Piano")
    try await browser.click("Apply")
    try await browser.backFromApplied()
    #expect(browser.pile == ["screen Inventory"])
    #expect(browser.mark == (browser.hasScript ? mark : nil))
    try await browser.click("More", in: .row("Mouse"))
    #expect(browser.mark == mark)
    #expect(browser.pile == ["screen Inventory", "confirmation Mouse"])
    #expect(site.names == ["Keyboard", "Monitor", "Mouse", "Headphones"])
  }

  @Test(.withoutScript(.sharedScene)) func backToAPageThatWasGoneOnFromElsewhereIsThereAgain()
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory/stocktake")
    for button in ["Start", "Next"] { try await browser.click(button) }
    let other = try await browser.duplicateTab()
    for heading in ["Keyboard", "Take stock"] { try await browser.click(heading, in: .bar) }
    // The other tab's screen was left by its user: it goes on by itself, and Back leads to that.
    try other.fill("Counted", with: "21")
    try await other.click("Next")
    let mark = other.mark
    #expect(mark != browser.mark)
    try other.fill("Counted", with: "5")
    try await other.click("Next")
    for _ in 0..<2 { try await other.back() }
    #expect(other.heading == "Monitor")
    for _ in 0..<2 { try await other.click("Next") }
    #expect(other.mark == mark)
    #expect(other.heading == "Headphones")
    try await other.click("Mouse", in: .bar)
    try await other.click("Monitor", in: .bar)
    #expect(try other.field("Counted").value == "21")
  }

  @Test(.everyWay) func theBrowsersBackFromASheetClosesItWithTheNextAction() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("More", in: .row("Mouse"))
    try await browser.click("Cancel")
    try await browser.click("Duplicate", in: .row("Mouse"))
    try await browser.fill("Name", with: "Trackball")
    try await browser.click("Apply")
    try await browser.backFromApplied()
    try await browser.click("More", in: .row("Monitor"))
    #expect(browser.pile == ["screen Inventory", "confirmation Monitor"])
    try await browser.click("Mark as out of stock")
    #expect(try site.item("Monitor").status == .outOfStock(isOnBackOrder: false))
    // Nobody saved it.
    #expect(site.names.count == 4)
  }

  @Test(.everyWay) func backThenForwardThenOnInAStack() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/stocktake")
    for button in ["Start", "Next", "Next"] { try await browser.click(button) }
    #expect(browser.heading == "Mouse")
    for _ in 0..<2 { try await browser.back() }
    #expect(browser.heading == "Keyboard")
    for _ in 0..<2 { try await browser.forward() }
    #expect(browser.heading == "Mouse")
    try await browser.fill("Counted", with: "7")
    try await browser.click("Next")
    #expect(browser.heading == "Headphones")
    try await browser.click("Next")
    try await browser.click("Save")
    #expect(try site.item("Mouse").status == .inStock(quantity: 7))
    #expect(try site.item("Headphones").status == .inStock(quantity: 20))
  }

  @Test(.everyWay) func backThenForwardToAnOpenSheet() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Add")
    try await browser.fill("Name", with: "Webcam")
    try await browser.back()
    try await browser.forward()
    #expect(try browser.field("Name").value == "Webcam")
    try await browser.click("Save")
    #expect(site.names.last == "Webcam")
  }

  @Test(.withoutScript(.pageOfBefore)) func backThenForwardToAnOpenAlert() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Delete", in: .row("Monitor"))
    try await browser.back()
    #expect(browser.dialogs.isEmpty)
    try await browser.forward()
    #expect(browser.dialogs.map(\.title) == ["Delete “Monitor”?"])
    try await browser.click("Delete")
    #expect(site.names == ["Keyboard", "Mouse", "Headphones"])
  }

  @Test(.withoutScript(.pageOfBefore)) func forwardToAFormThatAnActionBelowItHasLeft() async throws
  {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Add")
    try await browser.click("Cancel")
    try await browser.click("Keyboard")
    try await browser.back()
    // Into another tab, so that Forward stays possible.
    let other = try await browser.clickIntoNewTab("Delete", in: .row("Mouse"))
    try await browser.forward()
    #expect(browser.heading == "Edit item")
    try browser.fill("Name", with: "Typewriter")
    try await browser.click("Inventory")
    #expect(site.names.first == "Typewriter")
    #expect(browser.dialogs.isEmpty)
    try await other.click("Delete")
    #expect(site.names == ["Typewriter", "Monitor", "Headphones"])
  }

  @Test(.withoutScript(.pageOfBefore)) func aFormFromThePageCacheIsSubmittedAfterItWasCancelled()
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Add")
    try browser.fill("Name", with: "Webcam")
    try browser.fill("Quantity", with: "3")
    try await browser.click("Cancel")
    try await browser.back()
    #expect(browser.fields.prefix(1).map(\.value) == ["Webcam"])
    try await browser.click("Save")
    #expect(browser.pile == ["screen Inventory"])
    #expect(try site.item("Webcam").status == .inStock(quantity: 3))
  }

  @Test(.withoutScript(.pageOfBefore)) func aListFromThePageCacheThatIsOutOfDate() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Add")
    try await browser.click("Cancel")
    try await browser.click("Delete", in: .row("Monitor"))
    try await browser.click("Delete")
    try await browser.back()
    try await browser.back()
    #expect(browser.rows.count == 4)
    // The row is still on this page.
    try await browser.click("Duplicate", in: .row("Monitor"))
    #expect(browser.pile == ["screen Inventory"])
    #expect(browser.notice?.contains("no longer available") == true)
    try await browser.back()
    try await browser.click("Duplicate", in: .row("Mouse"))
    #expect(try browser.field("Name").value == "Mouse")
    #expect(browser.notice == nil)
  }

  @Test(.everyWay, arguments: MenuSample.all)
  func aScreenFromThePageCacheBelowTwoOthers(menu: MenuSample) async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: menu.path)
    try await browser.click("Sign in")
    try await browser.click("Cancel")
    try await browser.click("Sign up")
    try await browser.fill("Name", with: "Ada")
    try await browser.fill("Email", with: "ada@example.com")
    try await browser.click("Sign up")
    try await browser.back()
    try await browser.back()
    #expect(browser.heading == "Menu")
    try await browser.click("Sign in")
    #expect(browser.heading == "Sign in")
    try await browser.fill("Email", with: "ada@example.com")
    try await browser.click("Sign in")
    #expect(browser.text.contains("Signed in as ada@example.com."))
    // The confirmation of the earlier way is still there, two pages before.
    #expect(browser.historyLocations.last?.hasPrefix(menu.path) == true)
  }
}
