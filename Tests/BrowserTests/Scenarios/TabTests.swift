import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: several tabs")
struct TabTests {
  @Test func `Tabs on different screens can be used in turn`() async throws {
    try await Site.visit { chromium, site in
      let form = try await chromium.tab
      try await chromium.open("/inventory/add", of: site)
      let count = try await chromium.newTab()
      try await chromium.open("/inventory/stocktake", of: site)
      let menu = try await chromium.newTab()
      try await chromium.open("/menu/stack", of: site)

      try await chromium.switchTo(tab: form)
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.pressEnter(in: "Quantity", leavesPage: false)
      try await chromium.waitFor("the list") { try await chromium.path == "/inventory" }
      try await chromium.switchTo(tab: count)
      try await chromium.click("Start")
      try await chromium.fill("Counted", with: "99")
      try await chromium.switchTo(tab: menu)
      try await chromium.click("Sign up")
      try await chromium.fill("Name", with: "Ada")
      try await chromium.switchTo(tab: form)
      try await chromium.click("Keyboard")
      try await chromium.switchTo(tab: count)
      #expect(try await chromium.value(of: "Counted") == "99")
      try await chromium.click("Next")
      #expect(try await chromium.heading == "Monitor")
      try await chromium.switchTo(tab: menu)
      try await chromium.fill("Email", with: "ada@example.com")
      try await chromium.click("Sign up")
      #expect(try await chromium.text.contains("Welcome, Ada!"))
      try await chromium.switchTo(tab: form)
      try await chromium.reload()
      #expect(try await chromium.value(of: "Name") == "Keyboard")
    }
  }

  /// The browser's cache has one page per URL, shared by all tabs.
  @Test(arguments: Chromium.Options.withScript)
  func `A cached page of another tab isn't used`(
    options: Chromium.Options
  ) async throws {
    try await Site.visit(options) { chromium, site in
      let one = try await chromium.tab
      try await chromium.open("/", of: site)
      try await chromium.open("/menu/stack", of: site)
      try await chromium.settle()
      // Prevent the browser from keeping the page itself, so that it uses the cached response.
      try await chromium.evaluate("addEventListener('unload', () => {})")
      let two = try await chromium.newTab()
      try await chromium.open("/menu/stack", of: site)
      try await chromium.settle()
      try await chromium.switchTo(tab: one)
      try await chromium.back()
      try await chromium.switchTo(tab: two)
      try await chromium.click("Sign up")
      try await chromium.fill("Email", with: "ada@example.com")
      try await chromium.settle()
      try await chromium.switchTo(tab: one)
      try await chromium.forward()
      try await chromium.settle()
      try await chromium.click("Sign in")
      #expect(try await chromium.path == "/menu/stack/sign-in")
      try await chromium.switchTo(tab: two)
      try await chromium.fill("Name", with: "Ada")
      try await chromium.click("Sign up")
      #expect(try await chromium.text.contains("Welcome, Ada!"))
      #expect(site.sceneCount == 2)
      // The tab's content is restored, although the cached page at its address is a different one.
      try await chromium.switchTo(tab: one)
      try await chromium.fill("Email", with: "bob@example.com")
      try await chromium.settle()
      try await chromium.evaluate("addEventListener('unload', () => {})")
      try await chromium.open("about:blank")
      try await chromium.back()
      try await chromium.settle()
      #expect(try await chromium.value(of: "Email") == "bob@example.com")
      #expect(site.sceneCount == 2)
    }
  }

  @Test func `A button and a link can open new tabs`() async throws {
    try await Site.visit { chromium, site in
      let list = try await chromium.tab
      try await chromium.goToInventory(of: site)
      try await chromium.click("Add")
      try await chromium.click("Cancel")
      let form = try await chromium.clickIntoNewTab("Keyboard")
      #expect(try await chromium.heading == "Edit item")
      try await chromium.fill("Quantity", with: "7")
      try await chromium.switchTo(tab: list)
      #expect(try await chromium.pile == ["Inventory"])
      let gallery = try await chromium.clickIntoNewTab("Gallery")
      #expect(try await chromium.heading == "Gallery")
      try await chromium.switchTo(tab: list)
      try await chromium.click("Add")
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.switchTo(tab: form)
      try await chromium.click("Inventory")
      #expect(site.item(1)?.status == .inStock(quantity: 7))
      try await chromium.switchTo(tab: list)
      try await chromium.click("Save")
      #expect(try await chromium.rows.last == "Lamp")
      try await chromium.switchTo(tab: gallery)
      try await chromium.click("Inventory")
      #expect(try await chromium.rows == site.names)
    }
  }

  @Test func `A duplicated tab is independent`() async throws {
    try await Site.visit { chromium, site in
      let one = try await chromium.tab
      try await chromium.open("/inventory", of: site)
      try await chromium.click("Add")
      let two = try await chromium.duplicateTab()
      try await chromium.settle()
      #expect(try await chromium.pile == ["Inventory", "Add item"])
      try await chromium.fill("Name", with: "Of two")
      try await chromium.switchTo(tab: one)
      try await chromium.fill("Name", with: "Of one")
      try await chromium.click("Save")
      #expect(try await chromium.rows.last == "Of one")
      try await chromium.switchTo(tab: two)
      try await chromium.click("Save")
      #expect(site.names.suffix(2) == ["Of one", "Of two"])
      try await chromium.click("Delete", row: "Of one")
      try await chromium.switchTo(tab: one)
      try await chromium.click("Keyboard")
      #expect(try await chromium.heading == "Edit item")
      try await chromium.switchTo(tab: two)
      #expect(try await chromium.dialogs == ["Delete “Of one”?"])
      try await chromium.click("Delete")
      #expect(site.names.last == "Of two")
    }
  }
}
