import CairnTesting
import Testing
import Ways

@testable import Gallery

/// A location is a bookmark: it opens what was there, for anyone.
@Suite(.restarting) struct BookmarkTests {
  @Test(.everyWay, arguments: Journey.all)
  func aBookmarkOpensTheSamePileInAFreshBrowser(journey: Journey) async throws {
    let site = try GallerySite()
    let browser = try await journey.taken(on: site)
    #expect(browser.pile == journey.pile)
    #expect(browser.path == browser.canonical)
    // With the mark, as it stands in the address bar, and without.
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
  func aBookmarkOfAQuestionOpensTheScreenBelow(journey: Journey) async throws {
    let site = try GallerySite()
    let browser = try await journey.taken(on: site)
    #expect(browser.pile == journey.pile)
    let fresh = try await site.user(at: browser.location)
    #expect(fresh.status == 200)
    #expect(fresh.pile == ["screen Inventory"])
    #expect(fresh.notice == nil)
    // Whoever goes on does so by themselves.
    try await fresh.click("Add")
    try await fresh.click("Cancel")
    #expect(fresh.mark != browser.mark)
  }

  @Test(.everyWay) func aSheetThatWasOpenedByItsLocationClosesOnWhatIsUnderIt() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/items/2/duplicate")
    #expect(browser.text.contains("Headphones"))
    try await browser.fill("Name", with: "Second monitor")
    try await browser.click("Save")
    #expect(browser.pile == ["screen Inventory"])
    #expect(browser.rows.last?.contains("Second monitor") == true)
  }

  @Test(.everyWay) func aBookmarkOfWhatIsGoneIsItsNearestPage() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Duplicate", in: .row("Monitor"))
    let bookmark = browser.path
    try await site.inventory.delete(site.item("Monitor").id)
    let fresh = try await site.user(at: bookmark)
    #expect(fresh.status == 404)
    #expect(fresh.pile == ["screen Inventory"])
    #expect(fresh.notice?.contains("deleted") == true)
    // Whoever goes on is where the page says.
    try await fresh.click("Add")
    try await fresh.click("Cancel")
    #expect(fresh.path == "/inventory")
  }
}
