import Cairn
import CairnTesting
import Testing
import Ways

@testable import Gallery

/// Pages whose layers went away by themselves, and items that others deleted.
@Suite struct StalePageTests {
  /// How long answers wait for effects that work; a timer is none of them. Enough for a busy machine.
  private static let settleLimit = Duration.milliseconds(700)

  @Test(.withoutScript(.closedForm), arguments: ["add", "items/1/duplicate", "items/1"])
  func aTimerClosedTheForm(location: String) async throws {
    let site = try GallerySite(settleLimit: Self.settleLimit)
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

  /// As many forms of other tabs as a session remembers, and a few more.
  private func muchIsDoneElsewhere(by browser: Browser) async throws {
    let other = browser.newTab()
    try await other.open("/counters")
    try await other.click("Add counter")
    for _ in 0..<520 { try await other.click("Increment") }
    #expect(other.text.contains("Sum: 520"))
  }

  @Test(.withoutScript(.load)) func aTabThatRestsLosesNothingToABusyOne() async throws {
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

  @Test(.withoutScript(.load)) func aTabThatRestsKeepsItsState() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/counters")
    try await browser.click("Add counter")
    try await browser.click("Increment")
    try await muchIsDoneElsewhere(by: browser)
    try await browser.click("Increment")
    #expect(browser.text.contains("Sum: 1"))
    #expect(browser.notice?.contains("wasn't processed") == true)
    try await browser.click("Increment")
    #expect(browser.text.contains("Sum: 2"))
    #expect(browser.notice == nil)
  }

  @Test(.withoutScript(.load)) func aPageThatWasLeftLongAgoShowsHowThingsAre() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/counters")
    try await browser.click("Add counter")
    let old = browser.newTab()
    try await old.open(browser.location)
    try await browser.click("Fact")
    #expect(browser.pile.count == 2)
    try await muchIsDoneElsewhere(by: browser)
    try await old.click("Increment")
    #expect(old.pile == browser.pile)
    #expect(old.notice?.contains("wasn't processed") == true)
  }

  /// The page of a form whose name was applied, and whose timer has closed it since.
  private func appliedFormThatATimerClosed() async throws -> (GallerySite, Browser) {
    let site = try GallerySite(settleLimit: Self.settleLimit)
    let browser = try await site.browser(at: "/inventory/add")
    try browser.fill("Name", with: "Webcam")
    try browser.set("Timer", to: true)
    try await browser.click("Apply")
    await site.tick(5)
    #expect(await site.timersEnd())
    return (site, browser)
  }

  @Test(.withoutScript(.closedForm)) func whatWasAppliedBeforeTheTimerClosedTheFormIsOfferedToo()
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

  @Test(.withoutScript(.closedForm)) func aTimerClosedAFormInWhichNothingWasTyped() async throws {
    let (site, browser) = try await appliedFormThatATimerClosed()
    try await browser.click("Save")
    #expect(browser.pile == ["screen Inventory"])
    #expect(browser.notice?.contains("wasn't processed") == true)
    #expect(site.names.count == 4)
  }

  @Test(.everyWay) func aTimerTicksWhileAFieldIsFilled() async throws {
    let site = try GallerySite(settleLimit: Self.settleLimit)
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

  @Test(.withoutScript(.sharedScene)) func aTimerClosedTheFormAndAnotherTabWentOn() async throws {
    let site = try GallerySite(settleLimit: Self.settleLimit)
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

  // MARK: What another session deleted

  @Test(.everyWay, .restarting) func theItemOfAnOpenFormIsDeleted() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Keyboard")
    // Without the script the page has a scene from its first form on.
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
  func whatWasEnteredForADeletedItemIsOnePageBack() async throws {
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

  @Test(.withoutScript(.unborn), .restarting, arguments: [true, false])
  func theItemOfAFormWithoutASceneIsDeleted(hasCookie: Bool) async throws {
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

  @Test(.restarting, .everyWay) func aCopyOfADeletedItemIsSaved() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Duplicate", in: .row("Keyboard"))
    try await site.inventory.delete(site.item("Keyboard").id)
    try await browser.fill("Name", with: "Typewriter")
    try await browser.click("Save")
    #expect(browser.pile == ["screen Inventory"])
    #expect(site.names == ["Monitor", "Mouse", "Headphones", "Typewriter"])
  }

  @Test(.withoutScript(.pageOfBefore), .restarting) func theRowOfAnOldListIsDeleted() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await site.inventory.delete(site.item("Keyboard").id)
    for button in ["Keyboard", "Delete", "Duplicate", "More"] {
      try await browser.click(button, in: .row("Keyboard"))
      #expect(browser.pile == ["screen Inventory"])
      // The row is a link, so its answer is about the address.
      let news = button == "Keyboard" ? "couldn't find that page" : "no longer available"
      #expect(browser.notice?.contains(news) == true)
      #expect(browser.rows.count == 3)
      try await browser.back()
    }
    #expect(site.names.count == 3)
  }

  @Test(.restarting, .everyWay) func theItemOfAnOpenQuestionIsDeleted() async throws {
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

  @Test(.restarting, .everyWay) func anItemIsDeletedWhileItIsCounted() async throws {
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
