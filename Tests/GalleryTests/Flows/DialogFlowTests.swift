import CairnTesting
import Testing
import Ways

@testable import Gallery

@Suite(.restarting) struct DialogFlowTests {
  @Test(.everyWay) func deleteAsksInAnAlert() async throws {
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

  @Test(.everyWay) func cancelDeletesNothing() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Delete", in: .row("Monitor"))
    try await browser.click("Cancel")
    #expect(browser.dialogs.isEmpty)
    #expect(site.names.count == 4)
  }

  @Test(.withoutScript(.pageOfBefore)) func anAlertThatWasCancelledAsksNothingAnyMore() async throws
  {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Delete", in: .row("Monitor"))
    try await browser.click("Cancel")
    // The page with the alert, as it was.
    try await browser.back()
    #expect(browser.dialogs.count == 1)
    try await browser.click("Delete")
    #expect(browser.dialogs.isEmpty)
    #expect(browser.notice != nil)
    #expect(site.names.count == 4)
  }

  @Test(.withoutScript(.pageOfBefore)) func theQuestionAboutOneItemIsNotAnsweredForAnother()
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
    // The first alert's page is gone from the history; its POST is forged from the second's.
    try await browser.click("Delete")
    #expect(site.names == ["Keyboard", "Monitor", "Headphones"])
  }

  @Test(.withoutScript(.sharedScene)) func anAlertAboutAnotherItemRefusesTheButtonsOfTheFirst()
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Add")
    try await browser.click("Cancel")
    let list = try await browser.duplicateTab()
    try await browser.click("Delete", in: .row("Monitor"))
    // The same scene, in another tab: another question.
    try await list.click("Delete", in: .row("Mouse"))
    #expect(list.dialogs.first?.title == "Delete “Mouse”?")
    try await browser.click("Delete")
    #expect(site.names.contains("Mouse"))
    #expect(site.names.contains("Monitor"))
  }

  @Test(.everyWay) func moreOffersWhatCanBeDone() async throws {
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

  @Test(.everyWay) func moreCanBeCancelledByButtonAndBackdrop() async throws {
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

  @Test(.everyWay) func aRowsActionsNameTheirRow() async throws {
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

  @Test(.everyWay) func moreDuplicates() async throws {
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

  @Test(.everyWay) func duplicateIsAPopoverAtItsRow() async throws {
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

  @Test(.everyWay) func duplicateByLocationAndCancel() async throws {
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

  /// With a script the list is in the place of the page that was opened: see `HistoryTests`.
  @Test(.withoutScript(.pageOfBefore)) func withoutAScriptBackLeadsToThePopoverThatWasCancelled()
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
