import CairnServer
import CairnTesting
import Testing
import Ways

@testable import Gallery

/// The data kept for one session is bounded, regardless of its actions.
@Suite(.restarting, .withoutScript(.load)) struct LimitTests {
  private static let sceneLimit = 32

  @Test func `A hundred forms opened after going back keep a limited number of scenes`()
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    var sceneIDs: [String] = []
    for number in 0..<100 {
      try await browser.click("Add")
      try browser.fill("Name", with: "Number \(number)")
      try await browser.click("Apply")
      sceneIDs.append(try #require(browser.sceneID))
      // Go back to the first page, which has no scene. Each time, the button is a new one.
      try await browser.back()
      try await browser.back()
      try await browser.reload()
      await Task.yield()
    }
    #expect(Set(sceneIDs).count == 100)
    #expect(site.sceneCount == Self.sceneLimit)
    #expect(site.sessionCount == 1)
    // The oldest scenes were removed first.
    for (number, sceneID) in sceneIDs.enumerated() {
      let tab = browser.newTab()
      try await tab.open("/inventory/add?~\(sceneID)")
      let isKept = number >= 100 - Self.sceneLimit
      #expect(try tab.field("Name").value == (isKept ? "Number \(number)" : ""))
    }
  }

  @Test func `A hundred branches keep a limited number of scenes`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Add")
    for number in 0..<100 {
      try browser.fill("Name", with: "Number \(number)")
      try await browser.click("Save")
      #expect(browser.pile == ["screen Inventory"])
      try await browser.back()
    }
    #expect(site.names.count == 104)
    #expect(try #require(site.sceneCount) <= Self.sceneLimit)
  }

  @Test func `A hundred links don't create a session`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    for _ in 0..<50 {
      try await browser.click("Gallery")
      try await browser.click("Inventory")
    }
    #expect(site.sessionCount == 0)
    try await browser.click("Add")
    #expect(site.sceneCount == 1)
  }

  @Test func `A tab in use keeps its scene`() async throws {
    let site = try GallerySite()
    let kept = try await site.browser(at: "/inventory")
    try await kept.click("Add")
    for number in 0..<50 {
      let tab = kept.newTab()
      try await tab.open("/inventory")
      try await tab.click("Add")
      try kept.fill("Name", with: "Number \(number)")
      try await kept.click("Apply")
      #expect(kept.notice == nil)
    }
    try await kept.click("Save")
    #expect(site.names.last == "Number 49")
  }

  @Test func `A GET doesn't evict a scene`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Add")
    try browser.fill("Name", with: "Webcam")
    try await browser.click("Apply")
    let sceneID = try #require(browser.sceneID)
    for number in 0..<500 {
      let tab = browser.newTab()
      let path = ["add", "items/1", "stocktake/2", "items/99"][number % 4]
      try await tab.open("/inventory/\(path)?~\(number % 2 == 0 ? sceneID : "\(number)")")
      await Task.yield()
    }
    #expect(site.sceneCount == 1)
    try await browser.click("Save")
    #expect(browser.notice == nil)
    #expect(site.names.last == "Webcam")
  }

  @Test func `A form of an evicted scene is restored`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Duplicate", in: .row("Keyboard"))
    for _ in 0..<Self.sceneLimit {
      let tab = browser.newTab()
      try await tab.open("/menu/stack")
      try await tab.click("Sign up")
    }
    try browser.fill("Name", with: "Patience")
    try await browser.click("Save")
    #expect(site.names.count == 4)
    #expect(browser.pile == ["screen Inventory", "popover Duplicate item"])
    #expect(browser.notice?.contains("wasn't processed") == true)
    #expect(try browser.field("Name").value == "Patience")
    try await browser.click("Save")
    #expect(try site.item("Patience").status == .inStock(quantity: 100))
  }
}
