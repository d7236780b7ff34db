import CairnTesting
import Testing
import Ways

@testable import Gallery

@Suite(.restarting) struct DialogFlowTests {
  @Test(.everyWay) func `Delete asks for confirmation in an alert`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Delete", in: .row("Monitor"))
    #expect(browser.dialogs.map(\.kind) == ["alert"])
    let dialog = try #require(browser.dialogs.first)
    #expect(dialog.title == "Delete “Monitor”?")
    #expect(dialog.message?.isEmpty == false)
    #expect(dialog.buttons == ["Delete", "Cancel"])
    #expect(browser.path == "/inventory")
    #expect(browser.canonical == "/inventory")
    #expect(browser.location.contains("!"))
    #expect(site.names.count == 4)
    browser.expectGoodSource()
    try await browser.reload()
    #expect(browser.dialogs.count == 1)
    try await browser.click("Delete")
    #expect(browser.dialogs.isEmpty)
    #expect(!browser.location.contains("!"))
    #expect(site.names == ["Keyboard", "Mouse", "Headphones"])
    #expect(browser.rows.count == 3)
    let locations = browser.historyLocations
    #expect(Set(locations).count == locations.count)
  }

  @Test(.everyWay) func `Cancel doesn't delete the item`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Delete", in: .row("Monitor"))
    try await browser.click("Cancel")
    #expect(browser.dialogs.isEmpty)
    #expect(site.names.count == 4)
  }

  @Test(.withoutScript(.pageOfBefore)) func `A canceled alert can't be confirmed later`()
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Delete", in: .row("Monitor"))
    try await browser.click("Cancel")
    // Go back to the page with the alert.
    try await browser.back()
    #expect(browser.dialogs.count == 1)
    try await browser.click("Delete")
    #expect(browser.dialogs.isEmpty)
    #expect(browser.notice != nil)
    #expect(site.names.count == 4)
  }

  @Test(.withoutScript(.pageOfBefore)) func `A confirmation for one item doesn't apply to another`()
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Add")
    try await browser.click("Cancel")
    try await browser.click("Delete", in: .row("Monitor"))
    try await browser.back()
    try await browser.click("Delete", in: .row("Mouse"))
    #expect(browser.dialogs.first?.title == "Delete “Mouse”?")
    try await browser.back()
    try await browser.forward()
    let monitor = try await browser.duplicateTab()
    #expect(monitor.dialogs.first?.title == "Delete “Mouse”?")
    // The history no longer has the first alert's page, so the test uses the POST of the second alert.
    try await browser.click("Delete")
    #expect(site.names == ["Keyboard", "Monitor", "Headphones"])
  }

  @Test(.withoutScript(.sharedScene))
  func `An alert about another item rejects the buttons of the first`()
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Add")
    try await browser.click("Cancel")
    let list = try await browser.duplicateTab()
    try await browser.click("Delete", in: .row("Monitor"))
    // Another tab with the same scene presents a different alert.
    try await list.click("Delete", in: .row("Mouse"))
    #expect(list.dialogs.first?.title == "Delete “Mouse”?")
    try await browser.click("Delete")
    #expect(site.names.contains("Mouse"))
    #expect(site.names.contains("Monitor"))
  }

  @Test(.everyWay) func `More presents the available actions`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("More", in: .row("Keyboard"))
    #expect(
      browser.dialogs == [
        Dialog(
          kind: "confirmation", title: "Keyboard", message: "In stock: 100",
          buttons: ["Duplicate", "Mark as out of stock", "Cancel"])
      ])
    #expect(browser.path == "/inventory")
    #expect(browser.location.contains("!"))
    browser.expectGoodSource()
    try await browser.click("Mark as out of stock")
    #expect(browser.dialogs.isEmpty)
    #expect(try site.item("Keyboard").status == .outOfStock(isOnBackOrder: false))
    #expect(browser.rows.first?.contains("Out of stock") == true)
    try await browser.click("More", in: .row("Keyboard"))
    try await browser.click("Mark as in stock")
    #expect(try site.item("Keyboard").status == .inStock(quantity: 1))
  }

  @Test(.everyWay) func `The More dialog can be canceled with the button and the backdrop`()
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("More", in: .row("Keyboard"))
    try await browser.click("Cancel")
    #expect(browser.dialogs.isEmpty)
    try await browser.click("More", in: .row("Keyboard"))
    #expect(browser.dialogs.count == 1)
    try await browser.clickBackdrop()
    #expect(browser.dialogs.isEmpty)
    #expect(try site.item("Keyboard").status == .inStock(quantity: 100))
  }

  @Test(.everyWay) func `The actions of a row include its name in their labels`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    let names = browser.buttons
    #expect(Set(names).count == names.count)
    for (action, layer) in [
      ("Duplicate Mouse", "popover Duplicate item"), ("Delete Mouse", "alert Delete “Mouse”?"),
      ("More about Mouse", "confirmation Mouse"),
    ] {
      try await browser.click(action)
      #expect(browser.pile == ["screen Inventory", layer])
      try await browser.click("Cancel")
    }
  }

  @Test(.everyWay) func `Duplicate in the More dialog presents the form`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("More", in: .row("Keyboard"))
    try await browser.click("Duplicate")
    #expect(browser.path == "/inventory/items/\(try site.item("Keyboard").id)/duplicate")
    #expect(browser.dialogs.map(\.kind) == ["popover"])
    #expect(browser.heading == "Duplicate item")
    try await browser.fill("Name", with: "Keyboard 2")
    try await browser.click("Save")
    #expect(site.names.last == "Keyboard 2")
  }

  @Test(.everyWay) func `Duplicate presents a popover at its row`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Duplicate", in: .row("Monitor"))
    let id = try site.item("Monitor").id
    #expect(browser.path == "/inventory/items/\(id)/duplicate")
    #expect(browser.title == "Duplicate item – Inventory")
    #expect(browser.dialogs.map(\.kind) == ["popover"])
    #expect(try browser.field("Name").value == "Monitor")
    let anchors = browser.document?.all(class: "anchor") ?? []
    #expect(anchors.count == 1)
    #expect(anchors.first?.visibleText.contains("Monitor") == true)
    browser.expectGoodSource()
    try await browser.reload()
    #expect(browser.heading == "Duplicate item")
    try await browser.click("Save")
    #expect(browser.path == "/inventory")
    #expect(site.names == ["Keyboard", "Monitor", "Mouse", "Headphones", "Monitor"])
  }

  @Test(.everyWay) func `A popover opened by its location can be canceled`() async throws {
    let site = try GallerySite()
    let id = try site.item("Monitor").id
    let browser = try await site.user(at: "/inventory/items/\(id)/duplicate")
    #expect(browser.status == 200)
    #expect(browser.dialogs.map(\.kind) == ["popover"])
    try await browser.click("Cancel")
    #expect(browser.path == "/inventory")
    #expect(browser.dialogs.isEmpty)
    #expect(site.names.count == 4)
  }

  /// With the script, the list replaces the opened page. See `HistoryTests`.
  @Test(.withoutScript(.pageOfBefore))
  func `Without the script, Back leads to the canceled popover`()
    async throws
  {
    let site = try GallerySite()
    let id = try site.item("Monitor").id
    let browser = try await site.browser(at: "/inventory/items/\(id)/duplicate")
    try await browser.click("Cancel")
    try await browser.back()
    #expect(browser.heading == "Duplicate item")
  }
}
