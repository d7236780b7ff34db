import CairnTesting
import Testing
import Ways

@testable import Gallery

@Suite(.restarting) struct StockTakeFlowTests {
  @Test(.everyWay) func `Counts one item after another and saves`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Take stock")
    #expect(browser.path == "/inventory/stocktake")
    #expect(browser.title == "Take stock – Inventory")
    #expect(browser.dialogs.map(\.kind) == ["cover"])
    #expect(browser.layers.count == 1)
    #expect(!browser.text.contains("Headphones"))
    browser.expectGoodSource()
    try await browser.click("Start")
    #expect(browser.path == "/inventory/stocktake/1")
    #expect(browser.heading == "Keyboard")
    #expect(browser.buttons.first == "Take stock")
    #expect(browser.text.contains("Item 1 of 4"))
    try await browser.fill("Counted", with: "98")
    try await browser.click("Next")
    #expect(browser.path == "/inventory/stocktake/2")
    #expect(browser.heading == "Monitor")
    #expect(browser.buttons.first == "Keyboard")
    try await browser.submit()
    #expect(browser.heading == "Mouse")
    #expect(try browser.field("Counted").value == "0")
    try await browser.click("Increment")
    #expect(browser.path == "/inventory/stocktake/3")
    #expect(try browser.field("Counted").value == "1")
    try await browser.click("Next")
    try await browser.click("Next")
    #expect(browser.path == "/inventory/stocktake/summary")
    #expect(browser.heading == "Summary")
    #expect(browser.text.contains("100 → 98"))
    #expect(browser.text.contains("0 → 1"))
    #expect(browser.text.contains("2 of 4 items not as expected"))
    browser.expectGoodSource()
    #expect(try site.item("Keyboard").status == .inStock(quantity: 100))
    try await browser.click("Save")
    #expect(browser.path == "/inventory")
    #expect(browser.dialogs.isEmpty)
    #expect(try site.item("Keyboard").status == .inStock(quantity: 98))
    #expect(try site.item("Monitor").status == .inStock(quantity: 20))
    #expect(try site.item("Mouse").status == .inStock(quantity: 1))
    #expect(browser.rows.first?.contains("98") == true)
  }

  @Test(.everyWay) func `The bar's Back button pops screens and keeps the counts`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/stocktake/2")
    #expect(browser.heading == "Monitor")
    try await browser.fill("Counted", with: "21")
    try await browser.click("Keyboard", in: .bar)
    #expect(browser.path == "/inventory/stocktake/1")
    #expect(browser.heading == "Keyboard")
    try await browser.click("Take stock", in: .bar)
    #expect(browser.path == "/inventory/stocktake")
    try await browser.click("Start")
    try await browser.click("Next")
    #expect(try browser.field("Counted").value == "21")
  }

  @Test(.everyWay, arguments: [("1", "Keyboard"), ("4", "Headphones"), ("summary", "Summary")])
  func `Each screen has a location`(step: String, heading: String) async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/stocktake/\(step)")
    #expect(browser.status == 200)
    #expect(browser.heading == heading)
    #expect(browser.path == "/inventory/stocktake/\(step)")
    let text = browser.text
    try await browser.reload()
    #expect(browser.text == text)
    browser.expectGoodSource()
  }

  @Test(.everyWay, arguments: ["5", "0", "01", "x"]) func `An unknown screen opens the nearest one`(
    step: String
  )
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/stocktake/\(step)")
    #expect(browser.status == 404)
    #expect(browser.heading == "Take stock")
    #expect(browser.notice?.contains("Here's the closest match.") == true)
    try await browser.click("Start")
    #expect(browser.heading == "Keyboard")
  }

  @Test(.everyWay) func `Invalid text in a number field is kept`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/stocktake/1")
    try await browser.fill("Counted", with: "many")
    try await browser.click("Next")
    #expect(browser.heading == "Keyboard")
    #expect(try browser.field("Counted").value == "many")
    #expect(try browser.field("Counted").error != nil)
    try await browser.click("Cancel")
    #expect(browser.path == "/inventory")
    #expect(browser.dialogs.isEmpty)
  }

  @Test(.everyWay)
  func `Going back with the browser and entering another count pops to that screen`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/stocktake")
    try await browser.click("Start")
    try await browser.click("Next")
    try await browser.click("Next")
    #expect(browser.heading == "Mouse")
    try await browser.back()
    #expect(browser.heading == "Monitor")
    try await browser.fill("Counted", with: "19")
    try await browser.click("Next")
    #expect(browser.heading == "Mouse")
    try await browser.click("Next")
    try await browser.click("Next")
    #expect(browser.text.contains("20 → 19"))
    try await browser.click("Save")
    #expect(try site.item("Monitor").status == .inStock(quantity: 19))
  }

  @Test(.everyWay) func `Unsaved counts are restored in a new session`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/stocktake/1")
    #expect(!browser.text.contains("Counted earlier"))
    try await browser.fill("Counted", with: "98")
    for _ in 0..<2 { try await browser.click("Next") }
    let other = try await site.user(at: "/inventory/stocktake")
    #expect(other.text.contains("Counted earlier but not saved: 2 of 4."))
    #expect(other.text.contains("Someone may still be counting."))
    let prominent = other.topLayer?.node.all("button", class: "prominent").map(\.text)
    #expect(prominent == ["Continue"])
    try await other.click("Continue")
    #expect(other.heading == "Mouse")
    #expect(other.path == "/inventory/stocktake/3")
    for _ in 0..<2 { try await other.click("Next") }
    #expect(other.text.contains("100 → 98"))
    try await other.click("Save")
    #expect(try site.item("Keyboard").status == .inStock(quantity: 98))
    // Neither saved nor discarded counts are restored.
    let third = try await site.user(at: "/inventory/stocktake/1")
    for button in ["Next", "Cancel", "Discard", "Take stock"] { try await third.click(button) }
    #expect(!third.buttons.contains("Continue"))
  }

  @Test(.everyWay) func `Another user's Save or Discard keeps unsaved counts`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/stocktake/1")
    try await browser.fill("Counted", with: "98")
    for _ in 0..<2 { try await browser.click("Next") }
    let other = try await site.user(at: "/inventory/stocktake/1")
    for button in ["Next", "Cancel", "Discard", "Take stock"] { try await other.click(button) }
    #expect(other.text.contains("Counted earlier but not saved: 2 of 4."))
    try await other.click("Start")
    for _ in 0..<4 { try await other.click("Next") }
    for button in ["Save", "Take stock"] { try await other.click(button) }
    #expect(other.text.contains("Counted earlier but not saved: 2 of 4."))
    try await other.click("Continue")
    #expect(other.heading == "Mouse")
    for _ in 0..<2 { try await other.click("Next") }
    #expect(other.text.contains("100 → 98"))
  }

  @Test(.everyWay) func `An item deleted by another user is left out`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/stocktake/1")
    try await browser.fill("Counted", with: "98")
    try await browser.click("Next")
    try await site.inventory.delete(site.item("Keyboard").id)
    // The second item has become the first.
    try await browser.click("Increment")
    #expect(browser.path == "/inventory/stocktake/2")
    #expect(browser.heading == "Monitor")
    #expect(try browser.field("Counted").value == "21")
    try await browser.click("Keyboard", in: .bar)
    #expect(browser.text.contains("Someone else has deleted this item. Its count won't be saved."))
    for _ in 0..<4 { try await browser.click("Next") }
    #expect(browser.path == "/inventory/stocktake/summary")
    #expect(browser.text.contains("20 → 21"))
    #expect(browser.text.contains("Someone else has deleted 1 item."))
    try await browser.click("Save")
    #expect(site.names == ["Monitor", "Mouse", "Headphones"])
    #expect(try site.item("Monitor").status == .inStock(quantity: 21))
    #expect(try site.item("Mouse").status == .outOfStock(isOnBackOrder: true))
  }

  @Test(.everyWay) func `Shows the current items and their number`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/stocktake/1")
    try await browser.click("Next")
    #expect(browser.text.contains("Item 2 of 4"))
    #expect(browser.text.contains("Expected: 20."))
    try await browser.fill("Counted", with: "25")
    var monitor = try site.item("Monitor")
    monitor.status = .inStock(quantity: 30)
    try await site.inventory.update(monitor)
    try await site.inventory.add(Item(name: "Lamp", status: .inStock(quantity: 1)))
    try await site.inventory.delete(site.item("Keyboard").id)
    try await browser.click("Increment")
    #expect(browser.text.contains("Item 1 of 4"))
    #expect(browser.text.contains("Expected: 30."))
    #expect(try browser.field("Counted").value == "26")
    let text = browser.text
    try await browser.reload()
    #expect(browser.text == text)
  }

  // With the script, the button is disabled as soon as the text is sent.
  @Test(.withoutScript(.pageOfBefore)) func `A stepper doesn't go below its minimum`() async throws
  {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory/stocktake/2")
    try browser.fill("Counted", with: "0")
    // The button is only disabled once the server knows the typed text.
    try await browser.click("Decrement")
    #expect(try browser.field("Counted").value == "0")
    #expect(browser.notice == nil)
  }

  @Test(.everyWay) func `Cancel discards the counts after a confirmation`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/stocktake/1")
    try await browser.fill("Counted", with: "1")
    try await browser.click("Next")
    try await browser.click("Cancel")
    #expect(browser.dialogs.map(\.kind) == ["cover", "confirmation"])
    #expect(browser.dialogs.last?.title == "Discard your counts?")
    #expect(browser.path == "/inventory/stocktake/2")
    try await browser.click("Keep counting")
    #expect(browser.heading == "Monitor")
    try await browser.click("Cancel")
    try await browser.click("Discard")
    #expect(browser.path == "/inventory")
    #expect(browser.dialogs.isEmpty)
    #expect(try site.item("Keyboard").status == .inStock(quantity: 100))
  }

  @Test(.withoutScript(.pageOfBefore))
  func `The browser's Back button asks for confirmation once something was counted`()
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    for button in ["Take stock", "Start"] { try await browser.click(button) }
    // There's nothing to lose yet.
    for _ in 0..<2 { try await browser.back() }
    try await browser.click("Add")
    #expect(browser.pile == ["screen Inventory", "sheet Add item"])
    for button in ["Cancel", "Take stock", "Start"] { try await browser.click(button) }
    try browser.fill("Counted", with: "98")
    try await browser.click("Next")
    while browser.heading != "Inventory" { try await browser.back() }
    try await browser.click("Add")
    #expect(browser.path == "/inventory/stocktake/2")
    #expect(browser.dialogs.last?.title == "Discard your counts?")
    #expect(browser.notice?.contains("Answer the question on this page first") == true)
    try await browser.click("Keep counting")
    #expect(browser.heading == "Monitor")
    #expect(browser.notice == nil)
    try await browser.click("Keyboard", in: .bar)
    #expect(try browser.field("Counted").value == "98")
    while browser.heading != "Inventory" { try await browser.back() }
    try await browser.click("Import")
    try await browser.click("Discard")
    #expect(browser.pile == ["screen Inventory"])
  }

  @Test(.everyWay) func `Without items, there's nothing to count`() async throws {
    let site = try GallerySite(of: [])
    let browser = try await site.user(at: "/inventory/stocktake")
    #expect(browser.text.contains("No items to count."))
    try await browser.click("Cancel")
    #expect(browser.pile == ["screen Inventory"])
  }

  @Test(.withoutScript(.requests)) func `A forged tap of a disabled button has no effect`()
    async throws
  {
    let site = try GallerySite(of: [])
    let browser = try await site.browser(at: "/inventory/stocktake")
    await #expect(throws: BrowserError.self) { try await browser.click("Start") }
    let request = try browser.submission(tap: browser.tap("Start"))
    let response = try await browser.send(request)
    #expect(response.status == 303)
    try await browser.open(try #require(response.header("Location")))
    #expect(browser.path == "/inventory/stocktake")
    #expect(browser.notice != nil)
  }

  @Test(.everyWay) func `A stack that doesn't fit in a token still works`() async throws {
    let site = try GallerySite(of: Item.seed(count: 100))
    let browser = try await site.user(at: "/inventory/stocktake/99")
    #expect(browser.heading == "Item 99")
    try await browser.fill("Counted", with: "3")
    try await browser.click("Next")
    #expect(browser.heading == "Item 100")
    try await browser.click("Item 99")
    #expect(try browser.field("Counted").value == "3")
    try await browser.click("Item 98")
    #expect(browser.path == "/inventory/stocktake/98")
  }
}
