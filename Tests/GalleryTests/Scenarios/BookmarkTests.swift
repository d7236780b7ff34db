import CairnTesting
import Testing
import Ways

@testable import Gallery

/// A location is a bookmark that opens the same screens for every user.
@Suite(.restarting) struct BookmarkTests {
  @Test(.everyWay, arguments: Journey.all)
  func `A bookmark opens the same layers in a new browser`(journey: Journey) async throws {
    let site = try GallerySite()
    let browser = try await journey.taken(on: site)
    #expect(browser.pile == journey.pile)
    #expect(browser.path == browser.canonical)
    // With the scene ID, as in the address bar, and without.
    for address in [browser.path, browser.location] {
      let fresh = try await site.user(at: address)
      #expect(fresh.status == 200)
      #expect(fresh.notice == nil)
      #expect(fresh.canonical == browser.canonical)
      #expect(fresh.pile == journey.pile)
      #expect(fresh.buttons == browser.buttons)
      if journey.isAllLocation { #expect(fresh.sight == browser.sight) }
      fresh.expectGoodSource()
    }
  }

  @Test(.everyWay, arguments: Journey.questions)
  func `A bookmark of a dialog opens the screen below`(journey: Journey) async throws {
    let site = try GallerySite()
    let browser = try await journey.taken(on: site)
    #expect(browser.pile == journey.pile)
    let fresh = try await site.user(at: browser.location)
    #expect(fresh.status == 200)
    #expect(fresh.pile == ["screen Inventory"])
    #expect(fresh.notice == nil)
    // The visitor continues in a separate scene.
    try await fresh.click("Add")
    try await fresh.click("Cancel")
    #expect(fresh.sceneID != browser.sceneID)
  }

  @Test(.everyWay) func `A sheet opened by its location closes to reveal the screen below`()
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/items/2/duplicate")
    #expect(browser.text.contains("Headphones"))
    try await browser.fill("Name", with: "Second monitor")
    try await browser.click("Save")
    #expect(browser.pile == ["screen Inventory"])
    #expect(browser.rows.last?.contains("Second monitor") == true)
  }

  @Test(.everyWay) func `A bookmark of a deleted item opens the nearest page`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Duplicate", in: .row("Monitor"))
    let bookmark = browser.path
    try await site.inventory.delete(site.item("Monitor").id)
    let fresh = try await site.user(at: bookmark)
    #expect(fresh.status == 404)
    #expect(fresh.pile == ["screen Inventory"])
    #expect(fresh.notice?.contains("deleted") == true)
    // The visitor can continue on the current page.
    try await fresh.click("Add")
    try await fresh.click("Cancel")
    #expect(fresh.path == "/inventory")
  }
}
