import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

@testable import Gallery

/// GETs of a location that the scene has left, for example between a submission and the redirected
/// page.
@Suite struct ElsewhereTests {
  /// A browser with a form whose timer is running.
  private func browser(on site: GallerySite, at location: String) async throws -> Browser {
    let browser = try await site.browser(at: "/inventory/\(location)")
    try browser.set("Timer", to: true)
    try await browser.click("Apply")
    return browser
  }

  /// Submits the Update button and returns the location of the redirect without following it.
  private func update(_ browser: Browser) async throws -> String {
    let answer = try await browser.send(browser.submission(tap: browser.tap("Update")))
    return try #require(answer.header("Location"))
  }

  @Test(.withoutScript(.requests), arguments: ["add", "items/1/duplicate", "items/1"])
  func `A timer closes the form before the browser requests its page`(location: String) async throws
  {
    let site = try GallerySite()
    let browser = try await browser(on: site, at: location)
    let sceneID = try #require(browser.sceneID)
    let target = try await update(browser)
    #expect(target == "/inventory/\(location)?~\(sceneID)")
    await site.tick(5)
    #expect(await site.timersEnd())
    // Repeated requests don't change anything.
    for _ in 0..<2 {
      try await browser.open(target)
      #expect(browser.exchanges.map(\.response.status) == [303, 200])
      #expect(browser.exchanges.first?.response.header("Cache-Control") == "no-store")
      #expect(browser.location == "/inventory?~\(sceneID)")
      #expect(browser.pile == ["screen Inventory"])
      #expect(browser.notice == nil)
    }
    #expect(site.names.count == 4)
    #expect(site.server.sceneCount == 1)
    try await browser.click("Add")
    #expect(browser.sceneID == sceneID)
  }

  /// The page must not appear again as if the button had no effect, even if its state is too large to
  /// be kept next to the new state.
  @Test(.withoutScript(.load)) func `A screen that is left late stays closed with a large state`()
    async throws
  {
    let site = try GallerySite(of: Item.seed(count: 4000))
    let browser = try await site.browser(at: "/inventory/stocktake/summary")
    browser.waitsForEffects = false
    try await browser.click("Cancel")
    browser.waitsForEffects = true
    try await browser.reload()
    #expect(browser.heading == "Inventory")
    #expect(browser.path == "/inventory")
  }

  @Test(.withoutScript(.sharedScene), .oneServer(.effect))
  func `After a timer closed the form, its address leads to the current page`() async throws {
    let site = try GallerySite()
    let browser = try await browser(on: site, at: "add")
    let form = browser.location
    await site.tick(5)
    #expect(await site.timersEnd())
    try await browser.click("Update")
    try await browser.click("Delete", in: .row("Mouse"))
    let question = browser.location
    let tab = browser.newTab()
    try await tab.open(form)
    #expect(tab.location == question)
    #expect(tab.dialogs.map(\.title) == ["Delete “Mouse”?"])
  }

  @Test(.withoutScript(.sharedScene), .oneServer(.effect))
  func `The address of a form closed in another tab opens the form`() async throws {
    let site = try GallerySite()
    let browser = try await browser(on: site, at: "add")
    let sceneID = browser.sceneID
    let other = try await browser.duplicateTab()
    let target = try await update(browser)
    try await other.click("Cancel")
    #expect(other.pile == ["screen Inventory"])
    #expect(await site.timersEnd())
    try await browser.open(target)
    #expect(browser.exchanges.map(\.response.status) == [200])
    #expect(browser.location == target)
    #expect(browser.pile == ["screen Inventory", "sheet Add item"])
    // The page has its own scene, so actions don't affect the other tab.
    try browser.fill("Name", with: "Webcam")
    try await browser.click("Apply")
    #expect(browser.sceneID != sceneID)
    try await other.reload()
    #expect(other.pile == ["screen Inventory"])
  }

  @Test(.withoutScript(.requests))
  func `The address of a form that the user closed again opens the form`() async throws {
    let site = try GallerySite()
    let browser = try await browser(on: site, at: "add")
    await site.tick(5)
    #expect(await site.timersEnd())
    for button in ["Update", "Add", "Cancel"] { try await browser.click(button) }
    let sceneID = try #require(browser.sceneID)
    try await browser.open("/inventory/add?~\(sceneID)")
    #expect(browser.exchanges.map(\.response.status) == [200])
    #expect(browser.pile == ["screen Inventory", "sheet Add item"])
  }
}
