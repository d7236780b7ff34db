import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: where Back and Forward lead")
struct BackTests {
  @Test func `Back in the bar saves at once, three levels up`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.goToInventory(of: site)
      try await chromium.click("Keyboard")
      try await chromium.fill("Name", with: "Piano")
      try await chromium.click("Inventory")
      #expect(site.names.first == "Piano")
      try await chromium.click("Take stock")
      try await chromium.click("Start")
      try await chromium.fill("Counted", with: "1")
      try await chromium.click("Next")
      try await chromium.fill("Counted", with: "2")
      try await chromium.click("Next")
      #expect(try await chromium.heading == "Mouse")
      try await chromium.click("Monitor")
      #expect(try await chromium.value(of: "Counted") == "2")
      try await chromium.click("Piano")
      #expect(try await chromium.value(of: "Counted") == "1")
      try await chromium.click("Take stock")
      #expect(try await chromium.path == "/inventory/stocktake")
    }
  }

  @Test func `the browser's Back saves at once`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.goToInventory(of: site)
      try await chromium.click("Keyboard")
      try await chromium.fill("Name", with: "Piano")
      #expect(site.names.first == "Keyboard")
      try await chromium.back()
      #expect(try await chromium.pile == ["Inventory"])
      #expect(site.names.first == "Piano")
      try await chromium.click("Delete", row: "Mouse")
      #expect(try await chromium.dialogs == ["Delete “Mouse”?"])
      #expect(site.names == ["Piano", "Monitor", "Mouse", "Headphones"])
      // From an alert to what is below it.
      try await chromium.back()
      try await chromium.click("Add")
      try await chromium.fill("Name", with: "Lamp")
      // From a sheet.
      try await chromium.back()
      try await chromium.click("Duplicate", row: "Monitor")
      #expect(try await chromium.pile == ["Inventory", "Duplicate item"])
      try await chromium.click("Save")
      #expect(site.names == ["Piano", "Monitor", "Mouse", "Headphones", "Monitor"])
    }
  }

  @Test func `Back over three levels and an action there`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.goToInventory(of: site)
      for name in ["Take stock", "Start", "Next", "Next"] { try await chromium.click(name) }
      #expect(try await chromium.heading == "Mouse")
      for _ in 0..<3 { try await chromium.back() }
      #expect(try await chromium.path == "/inventory/stocktake")
      try await chromium.click("Start")
      #expect(try await chromium.heading == "Keyboard")
      try await chromium.fill("Counted", with: "98")
      for _ in 0..<4 { try await chromium.click("Next") }
      try await chromium.click("Save")
      #expect(site.item(1)?.status == .inStock(quantity: 98))
    }
  }

  @Test func `a page from the page cache is brought up to date before it is used`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.goToInventory(of: site)
      try await chromium.evaluate("window.isKept = true")
      try await chromium.open("about:blank")
      let mouse = try #require(site.item(named: "Mouse"))
      try await site.database.delete(mouse.id)
      try await site.database.add(Item(name: "Desk"))
      // It is pressed in the moment in which the page is there again.
      try await chromium.back(leavesPage: false)
      #expect(try await chromium.evaluate("window.isKept").bool == true)
      try await chromium.evaluate(
        """
        [...document.querySelectorAll("[aria-label^='Delete Monitor']")].at(-1).click()
        """)
      try await chromium.waitFor("the question") {
        try await chromium.dialogs == ["Delete “Monitor”?"]
      }
      #expect(try await chromium.rows == ["Keyboard", "Monitor", "Headphones", "Desk"])
    }
  }

  @Test func `an action on the screen that Forward shows`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.goToInventory(of: site)
      try await chromium.click("Keyboard")
      try await chromium.back()
      try await chromium.forward()
      #expect(try await chromium.heading == "Edit item")
      try await chromium.fill("Quantity", with: "7")
      try await chromium.click("Inventory")
      #expect(site.item(1)?.status == .inStock(quantity: 7))
      // And where something else was done meanwhile.
      try await chromium.click("Add")
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.back()
      try await chromium.forward()
      #expect(try await chromium.value(of: "Name") == "Lamp")
      try await chromium.click("Save")
      #expect(try await chromium.rows.last == "Lamp")
    }
  }

  @Test func `a button on a page from the page cache`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.goToInventory(of: site)
      try await chromium.click("Add")
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.evaluate("window.isKept = true")
      // To another origin's page, or none of ours at all, and Back.
      try await chromium.open("about:blank")
      try await chromium.back()
      #expect(try await chromium.evaluate("window.isKept").bool == true)
      #expect(try await chromium.value(of: "Name") == "Lamp")
      try await chromium.click("Save")
      #expect(try await chromium.rows.last == "Lamp")
      // The list as it was before the screen that the scene shows now.
      try await chromium.evaluate("window.isKept = true")
      try await chromium.click("Keyboard")
      try await chromium.fill("Name", with: "Piano")
      try await chromium.back()
      #expect(try await chromium.evaluate("window.isKept").bool == true)
      try await chromium.click("More", row: "Mouse")
      #expect(try await chromium.dialogs == ["Mouse"])
      try await chromium.click("Cancel")
      #expect(site.item(1)?.name == "Piano")
      #expect(site.names.count == 5)
    }
  }
}
