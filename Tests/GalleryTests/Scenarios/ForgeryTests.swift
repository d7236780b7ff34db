import CairnTesting
import Testing
import Ways

@testable import Gallery

/// Dialogs that are no longer open, and submissions that weren't made by the user's own pages.
@Suite(.restarting) struct ForgeryTests {
  @Test(.withoutScript(.sharedScene))
  func `An alert canceled in another tab doesn't run its button`() async throws {
    let site = try GallerySite()
    let one = try await site.browser(at: "/inventory")
    try await one.click("Delete", in: .row("Monitor"))
    let two = try await one.duplicateTab()
    try await two.click("Cancel")
    try await one.click("Delete")
    #expect(one.pile == ["screen Inventory"])
    #expect(one.notice?.contains("no longer open") == true)
    #expect(site.names.count == 4)
  }

  @Test(.withoutScript(.sharedScene))
  func `An alert answered in another tab doesn't run its button again`() async throws {
    let site = try GallerySite()
    let one = try await site.browser(at: "/inventory")
    try await one.click("Delete", in: .row("Monitor"))
    let two = try await one.duplicateTab()
    for tab in [one, two] {
      try await tab.click("Delete")
      #expect(tab.pile == ["screen Inventory"])
      #expect(site.names == ["Keyboard", "Mouse", "Headphones"])
    }
    #expect(two.notice?.contains("no longer open") == true)
  }

  @Test(.withoutScript(.sharedScene))
  func `An alert replaced in another tab doesn't run its button`() async throws {
    let site = try GallerySite()
    let one = try await site.browser(at: "/inventory")
    try await one.click("Add")
    try await one.click("Cancel")
    let two = try await one.duplicateTab()
    try await one.click("Delete", in: .row("Monitor"))
    try await two.click("Delete", in: .row("Mouse"))
    try await one.click("Delete")
    #expect(site.names.count == 4)
    // The scene now presents another alert, and the page shows it.
    #expect(one.dialogs.map(\.title) == ["Delete “Mouse”?"])
    #expect(one.notice?.contains("no longer open") == true)
    one.expectGoodSource()
    try await one.click("Delete")
    #expect(site.names == ["Keyboard", "Monitor", "Headphones"])
  }

  @Test(.withoutScript(.pageOfBefore))
  func `An answered alert doesn't run another button after going back`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Delete", in: .row("Monitor"))
    try await browser.click("Delete")
    try await browser.back()
    #expect(browser.dialogs.count == 1)
    // A new request shows the current page.
    let tab = try await browser.duplicateTab()
    #expect(tab.pile == ["screen Inventory"])
    try await browser.click("Cancel")
    #expect(browser.pile == ["screen Inventory"])
    #expect(browser.rows.count == 3)
    try await browser.back()
    // Pressing the same button is a repeat.
    try await browser.click("Delete")
    #expect(site.names.count == 3)
  }

  @Test(.withoutScript(.pageOfBefore))
  func `A dialog below another screen doesn't run its button after going back`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("More", in: .row("Monitor"))
    try await browser.click("Duplicate")
    try browser.fill("Name", with: "Second monitor")
    try await browser.back()
    #expect(browser.dialogs.map(\.kind) == ["confirmation"])
    try await browser.click("Mark as out of stock")
    #expect(try site.item("Monitor").status == .inStock(quantity: 20))
    #expect(browser.pile == ["screen Inventory", "popover Duplicate item"])
    #expect(browser.notice?.contains("no longer open") == true)
  }

  @Test(.withoutScript(.requests))
  func `A button of a covered layer in the same scene is rejected`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    let delete = try browser.tap("Delete", in: .row("Monitor"))
    try await browser.click("More", in: .row("Mouse"))
    let response = try await browser.send(try browser.submission(tap: delete))
    try await browser.open(try #require(response.header("Location")))
    #expect(browser.dialogs.map(\.title) == ["Mouse"])
    #expect(browser.notice?.contains("no longer available") == true)
    #expect(site.names.count == 4)
  }

  @Test(.withoutScript(.requests)) func `An altered token is rejected`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Delete", in: .row("Monitor"))
    let token = try #require(
      browser.topLayer?.node.first("input", where: ["name": "~token"])?["value"])
    for index in token.indices {
      var altered = token
      altered.replaceSubrange(index...index, with: token[index] == "A" ? "B" : "A")
      let response = try await browser.send(
        try browser.submission(tap: browser.tap("Delete"), token: altered))
      #expect(response.status == 409)
      #expect(site.names.count == 4)
    }
    // The original page still works.
    try await browser.click("Delete")
    #expect(site.names.count == 3)
  }

  @Test(.withoutScript(.requests))
  func `A replayed submission runs once and only in its own session`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Delete", in: .row("Monitor"))
    let request = try browser.submission(tap: browser.tap("Delete"))
    let answer = try await browser.send(request).header("Location")
    #expect(site.names.count == 3)
    try await site.inventory.add(Item(name: "Monitor"))
    // A replay by the same browser.
    try await browser.open("/inventory")
    try await browser.click("Delete", in: .row("Mouse"))
    #expect(try await browser.send(request).header("Location") == answer)
    #expect(site.names.count == 4)
    // A replay by another browser in another session.
    let thief = try await site.browser(at: "/inventory")
    #expect(try await thief.send(request).status == 409)
    try await thief.click("Add")
    #expect(try await thief.send(request).status == 409)
    #expect(site.names == ["Keyboard", "Mouse", "Headphones", "Monitor"])
    #expect(browser.dialogs.map(\.title) == ["Delete “Mouse”?"])
  }

  @Test(.withoutScript(.requests)) func `A form doesn't run with the token of another page`()
    async throws
  {
    let site = try GallerySite()
    let list = try await site.browser(at: "/inventory")
    try await list.click("Add")
    try await list.click("Cancel")
    let token = try #require(
      list.topLayer?.node.first("input", where: ["name": "~token"])?["value"])
    let form = list.newTab()
    try await form.open("/inventory/add")
    // The list contains neither the Save button nor the field.
    let response = try await list.send(
      try form.submission(
        tap: form.tap("Save"), fields: [(form.fieldName("Name"), "Smuggled")], token: token))
    try await list.open(try #require(response.header("Location")))
    #expect(list.pile == ["screen Inventory"])
    #expect(list.notice?.contains("no longer available") == true)
    #expect(site.names.count == 4)
  }
}
