import Cairn
import CairnTesting
import Testing
import Ways

@testable import Gallery

/// Pages whose layers were dismissed by a timer, and items that other users deleted.
@Suite struct StalePageTests {
  @Test(.withoutScript(.closedForm), arguments: ["add", "items/1/duplicate", "items/1"])
  func `A form that its timer closed is shown again with its content`(location: String) async throws
  {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory/\(location)")
    let pile = browser.pile
    try browser.set("Timer", to: true)
    try await browser.click("Apply")
    try browser.fill("Name", with: "Too late")
    try browser.choose("Color", "Red")
    try browser.fill("Quantity", with: "many")
    await site.tick(5)
    #expect(await site.timersEnd())
    try await browser.click(location == "items/1" ? "Inventory" : "Save")
    #expect(!site.names.contains("Too late"))
    #expect(browser.pile == pile)
    #expect(browser.path == "/inventory/\(location)")
    #expect(browser.notice?.contains("wasn't processed") == true)
    #expect(browser.fields.prefix(4).map(\.value) == ["Too late", "Red", "on", "many"])
    browser.expectGoodSource()
    try browser.fill("Quantity", with: "8")
    try await browser.click(location == "items/1" ? "Inventory" : "Save")
    #expect(browser.pile == ["screen Inventory"])
    #expect(browser.notice == nil)
    let item = try site.item("Too late")
    #expect(item.color == .red && item.status == .inStock(quantity: 8))
  }

  /// Submits slightly more forms in another tab than a session remembers.
  private func muchIsDoneElsewhere(by browser: Browser) async throws {
    let other = browser.newTab()
    try await other.open("/counters")
    try await other.click("Add counter")
    for _ in 0..<520 { try await other.click("Increment counter 1") }
    #expect(other.text.contains("Sum: 520"))
  }

  @Test(.withoutScript(.load)) func `An idle tab with a form doesn't lose text to a busy tab`()
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory/add")
    try browser.fill("Name", with: "Patience")
    try await browser.click("Apply")
    try browser.fill("Quantity", with: "8")
    let address = browser.location
    try await muchIsDoneElsewhere(by: browser)
    try await browser.click("Save")
    #expect(!site.names.contains("Patience"))
    #expect(browser.location == address)
    #expect(browser.pile == ["screen Inventory", "sheet Add item"])
    #expect(browser.notice?.contains("We restored what you entered") == true)
    #expect(browser.fields.map(\.value).contains("Patience"))
    #expect(try browser.field("Quantity").value == "8")
    try await browser.click("Save")
    #expect(try site.item("Patience").status == .inStock(quantity: 8))
  }

  @Test(.withoutScript(.load)) func `An idle tab keeps its state`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/counters")
    try await browser.click("Add counter")
    try await browser.click("Increment counter 1")
    try await muchIsDoneElsewhere(by: browser)
    try await browser.click("Increment counter 1")
    #expect(browser.text.contains("Sum: 1"))
    #expect(browser.notice?.contains("wasn't processed") == true)
    try await browser.click("Increment counter 1")
    #expect(browser.text.contains("Sum: 2"))
    #expect(browser.notice == nil)
  }

  @Test(.withoutScript(.load)) func `An old page shows the current state`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/counters")
    try await browser.click("Add counter")
    let old = browser.newTab()
    try await old.open(browser.location)
    try await browser.click("Fact")
    #expect(browser.pile.count == 2)
    try await muchIsDoneElsewhere(by: browser)
    try await old.click("Increment counter 1")
    #expect(old.pile == browser.pile)
    #expect(old.notice?.contains("wasn't processed") == true)
  }

  /// The page of a form whose name was applied, and that its timer has closed since.
  private func appliedFormThatATimerClosed() async throws -> (GallerySite, Browser) {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory/add")
    try browser.fill("Name", with: "Webcam")
    try browser.set("Timer", to: true)
    try await browser.click("Apply")
    await site.tick(5)
    #expect(await site.timersEnd())
    return (site, browser)
  }

  @Test(.withoutScript(.closedForm))
  func `Applied text of a form that its timer closed is restored too`()
    async throws
  {
    let (site, browser) = try await appliedFormThatATimerClosed()
    try browser.fill("Quantity", with: "3")
    try await browser.click("Save")
    #expect(browser.pile == ["screen Inventory", "sheet Add item"])
    #expect(browser.notice?.contains("We restored what you entered") == true)
    #expect(try browser.field("Name").value == "Webcam")
    #expect(try browser.field("Quantity").value == "3")
    try await browser.click("Save")
    #expect(try site.item("Webcam").status == .inStock(quantity: 3))
  }

  @Test(.withoutScript(.closedForm)) func `A closed form without typed text isn't shown again`()
    async throws
  {
    let (site, browser) = try await appliedFormThatATimerClosed()
    try await browser.click("Save")
    #expect(browser.pile == ["screen Inventory"])
    #expect(browser.notice?.contains("wasn't processed") == true)
    #expect(site.names.count == 4)
  }

  @Test(.everyWay) func `A timer ticks while the user fills a field`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/add")
    try await browser.set("Timer", to: true)
    try await browser.click("Apply")
    try await browser.fill("Name", with: "In time")
    await site.tick(3)
    try await browser.click("Save")
    #expect(browser.pile == ["screen Inventory"])
    #expect(site.names.last == "In time")
    #expect(await site.timersEnd())
  }

  @Test(.withoutScript(.sharedScene), .oneServer(.effect))
  func `A form that its timer closed is restored while another tab continues`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory/add")
    try browser.set("Timer", to: true)
    try await browser.click("Apply")
    let other = try await browser.duplicateTab()
    try browser.fill("Name", with: "Too late")
    await site.tick(5)
    #expect(await site.timersEnd())
    try await other.click("Update")
    #expect(other.pile == ["screen Inventory"])
    try await other.click("Add")
    try other.fill("Name", with: "Of the other tab")
    try await other.click("Apply")
    try await browser.click("Save")
    #expect(site.names.count == 4)
    #expect(browser.pile == ["screen Inventory", "sheet Add item"])
    #expect(try browser.field("Name").value == "Too late")
    try await other.click("Save")
    try await browser.click("Save")
    #expect(site.names.suffix(2) == ["Of the other tab", "Too late"])
  }

  // MARK: Deleted in another session

  @Test(.everyWay, .restarting) func `Deleting the item of an open form presents an alert on save`()
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Keyboard")
    // Without the script, the page has a scene from its first form on.
    try await browser.click("Apply")
    let other = try await site.user(at: "/inventory")
    try await other.click("Delete", in: .row("Keyboard"))
    try await other.click("Delete")
    try await browser.fill("Name", with: "Typewriter")
    try await browser.fill("Quantity", with: "3")
    try await browser.click("Apply")
    #expect(browser.pile == ["screen Edit item"])
    #expect(browser.fields.map(\.value).contains("Typewriter"))
    try await browser.click("Inventory")
    #expect(browser.dialogs.first?.title == "“Keyboard” no longer exists")
    #expect(site.names == ["Monitor", "Mouse", "Headphones"])
  }

  @Test(.withoutScript(.pageOfBefore), .restarting)
  func `Values entered for a deleted item are on the previous page`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory/items/1")
    try browser.fill("Name", with: "Typewriter")
    try browser.fill("Quantity", with: "3")
    try await browser.click("Apply")
    try await site.inventory.delete(site.item("Keyboard").id)
    try await browser.click("Inventory")
    #expect(browser.dialogs.first?.title == "“Keyboard” no longer exists")
    try await browser.back()
    #expect(try browser.field("Name").value == "Typewriter")
    #expect(try browser.field("Quantity").value == "3")
  }

  @Test(.withoutScript(.unsaved), .restarting, arguments: [true, false])
  func `Deleting the item of a form without a scene opens the list`(hasCookie: Bool) async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory/items/1")
    try await site.inventory.delete(site.item("Keyboard").id)
    try browser.fill("Name", with: "Typewriter")
    if !hasCookie { browser.removeCookies() }
    try await browser.click("Inventory")
    #expect(browser.pile == ["screen Inventory"])
    #expect(browser.notice?.contains("deleted") == true)
    #expect(browser.notice?.contains("on the previous page") == true)
    #expect(site.names == ["Monitor", "Mouse", "Headphones"])
    try await browser.back()
    #expect(try browser.field("Name").value == "Typewriter")
  }

  @Test(.restarting, .everyWay) func `A copy of a deleted item can be saved`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Duplicate", in: .row("Keyboard"))
    try await site.inventory.delete(site.item("Keyboard").id)
    try await browser.fill("Name", with: "Typewriter")
    try await browser.click("Save")
    #expect(browser.pile == ["screen Inventory"])
    #expect(site.names == ["Monitor", "Mouse", "Headphones", "Typewriter"])
  }

  @Test(.withoutScript(.pageOfBefore), .restarting)
  func `The actions of a deleted row in an old list show a notice`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await site.inventory.delete(site.item("Keyboard").id)
    for button in ["Keyboard", "Delete", "Duplicate", "More"] {
      try await browser.click(button, in: .row("Keyboard"))
      #expect(browser.pile == ["screen Inventory"])
      // The row is a link, so its notice is about the address.
      let news = button == "Keyboard" ? "couldn't find that page" : "no longer available"
      #expect(browser.notice?.contains(news) == true)
      #expect(browser.rows.count == 3)
      try await browser.back()
    }
    #expect(site.names.count == 3)
  }

  @Test(.restarting, .everyWay) func `Deleting the item of an open dialog presents an alert`()
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("More", in: .row("Keyboard"))
    try await site.inventory.delete(site.item("Keyboard").id)
    try await browser.click("Mark as out of stock")
    #expect(browser.dialogs.map(\.title) == ["This item no longer exists"])
    try await browser.click("OK")
    #expect(browser.pile == ["screen Inventory"])
    #expect(site.names.count == 3)
  }

  @Test(.restarting, .everyWay) func `An item deleted during a stock take is left out`()
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/stocktake/1")
    try await browser.fill("Counted", with: "99")
    for _ in 0..<4 { try await browser.click("Next") }
    try await site.inventory.delete(site.item("Monitor").id)
    try await browser.click("Save")
    #expect(browser.pile == ["screen Inventory"])
    #expect(site.names == ["Keyboard", "Mouse", "Headphones"])
    #expect(try site.item("Keyboard").status == .inStock(quantity: 99))
  }
}
