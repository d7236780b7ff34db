import CairnTesting
import Testing
import Ways

@testable import Gallery

/// Back in the bar, and Back and Forward in the browser. The next action has the effect that its page
/// shows.
@Suite(.restarting) struct BackTests {
  @Test(.everyWay) func `The bar's Back button leads down three levels`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/stocktake/3")
    for heading in ["Monitor", "Keyboard", "Take stock"] {
      try await browser.click(heading, in: .bar)
      #expect(browser.heading == heading)
    }
    try await browser.click("Cancel")
    #expect(browser.pile == ["screen Inventory"])
  }

  @Test(.everyWay)
  func `The browser's Back button leads down three levels, and the next action works`() async throws
  {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    for button in ["Add", "Cancel", "Take stock", "Start", "Next"] {
      try await browser.click(button)
    }
    let sceneID = browser.sceneID
    for heading in ["Keyboard", "Take stock"] {
      try await browser.back()
      #expect(browser.heading == heading)
    }
    try await browser.back()
    // Something was counted, so a confirmation is presented first. With the script, it's presented
    // immediately.
    if !browser.hasScript {
      #expect(browser.heading == "Inventory")
      try await browser.click("Add")
    }
    #expect(browser.sceneID == sceneID)
    #expect(browser.pile.last == "confirmation Discard your counts?")
    try await browser.click("Discard")
    #expect(browser.pile == ["screen Inventory"])
    #expect(try site.item("Keyboard").status == .inStock(quantity: 100))
  }

  @Test(.everyWay) func `After going back to the first page, the next action leaves the sheet`()
    async throws
  {
    let site = try GallerySite()
    // The page has no scene yet. The scene that it started can be found from it.
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Add")
    let sceneID = browser.sceneID
    try await browser.fill("Name", with: "Piano")
    try await browser.click("Apply")
    try await browser.backFromApplied()
    #expect(browser.pile == ["screen Inventory"])
    #expect(browser.sceneID == (browser.hasScript ? sceneID : nil))
    try await browser.click("More", in: .row("Mouse"))
    #expect(browser.sceneID == sceneID)
    #expect(browser.pile == ["screen Inventory", "confirmation Mouse"])
    #expect(site.names == ["Keyboard", "Monitor", "Mouse", "Headphones"])
  }

  @Test(.withoutScript(.sharedScene))
  func `Going back in a branched tab restores the branch's pages`()
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory/stocktake")
    for button in ["Start", "Next"] { try await browser.click(button) }
    let other = try await browser.duplicateTab()
    for heading in ["Keyboard", "Take stock"] { try await browser.click(heading, in: .bar) }
    // The same user left the other tab's screen. The tab continues independently, and Back leads to its
    // own pages.
    try other.fill("Counted", with: "21")
    try await other.click("Next")
    let sceneID = other.sceneID
    #expect(sceneID != browser.sceneID)
    try other.fill("Counted", with: "5")
    try await other.click("Next")
    for _ in 0..<2 { try await other.back() }
    #expect(other.heading == "Monitor")
    for _ in 0..<2 { try await other.click("Next") }
    #expect(other.sceneID == sceneID)
    #expect(other.heading == "Headphones")
    try await other.click("Mouse", in: .bar)
    try await other.click("Monitor", in: .bar)
    #expect(try other.field("Counted").value == "21")
  }

  @Test(.everyWay) func `After going back from a sheet, the next action dismisses it`() async throws
  {
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
    // The form wasn't saved.
    #expect(site.names.count == 4)
  }

  @Test(.everyWay) func `A stack continues after going back and forward`() async throws {
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

  @Test(.everyWay) func `Going back and forward restores an open sheet`() async throws {
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

  @Test(.withoutScript(.pageOfBefore)) func `Going back and forward restores an open alert`()
    async throws
  {
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

  @Test(.withoutScript(.pageOfBefore))
  func `A form works after going forward to it, although an action below has left it`() async throws
  {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Add")
    try await browser.click("Cancel")
    try await browser.click("Keyboard")
    try await browser.back()
    // Open another tab, so that Forward stays possible.
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

  @Test(.withoutScript(.pageOfBefore)) func `A canceled form in the page cache can be submitted`()
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

  @Test(.withoutScript(.pageOfBefore))
  func `An outdated list in the page cache reports a deleted row`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Add")
    try await browser.click("Cancel")
    try await browser.click("Delete", in: .row("Monitor"))
    try await browser.click("Delete")
    try await browser.back()
    try await browser.back()
    #expect(browser.rows.count == 4)
    // This page still contains the row.
    try await browser.click("Duplicate", in: .row("Monitor"))
    #expect(browser.pile == ["screen Inventory"])
    #expect(browser.notice?.contains("no longer available") == true)
    try await browser.back()
    try await browser.click("Duplicate", in: .row("Mouse"))
    #expect(try browser.field("Name").value == "Mouse")
    #expect(browser.notice == nil)
  }

  @Test(.everyWay, arguments: MenuSample.all)
  func `A cached screen below two others works`(menu: MenuSample) async throws {
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
    // The history still contains the confirmation, two pages back.
    #expect(browser.historyLocations.last?.hasPrefix(menu.path) == true)
  }
}
