import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: actions after Back and Forward")
struct BackTests {
  @Test func `The bar's Back button saves, and leads up three levels`() async throws {
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

  @Test func `The browser's Back button saves`() async throws {
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
      // Go back from an alert to the screen below.
      try await chromium.back()
      try await chromium.click("Add")
      try await chromium.fill("Name", with: "Lamp")
      // Go back from a sheet.
      try await chromium.back()
      try await chromium.click("Duplicate", row: "Monitor")
      #expect(try await chromium.pile == ["Inventory", "Duplicate item"])
      try await chromium.click("Save")
      #expect(site.names == ["Piano", "Monitor", "Mouse", "Headphones", "Monitor"])
    }
  }

  @Test func `Actions work after going back three levels`() async throws {
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

  @Test func `A page from the page cache is updated before it's used`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.goToInventory(of: site)
      try await chromium.evaluate("window.isKept = true")
      try await chromium.open("about:blank")
      let mouse = try #require(site.item(named: "Mouse"))
      try await site.database.delete(mouse.id)
      try await site.database.add(Item(name: "Desk"))
      // Press the button as soon as the page is shown again.
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

  @Test func `Actions work on the screen that Forward shows`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.goToInventory(of: site)
      try await chromium.click("Keyboard")
      try await chromium.back()
      try await chromium.forward()
      #expect(try await chromium.heading == "Edit item")
      try await chromium.fill("Quantity", with: "7")
      try await chromium.click("Inventory")
      #expect(site.item(1)?.status == .inStock(quantity: 7))
      // This also works after other actions in the meantime.
      try await chromium.click("Add")
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.back()
      try await chromium.forward()
      #expect(try await chromium.value(of: "Name") == "Lamp")
      try await chromium.click("Save")
      #expect(try await chromium.rows.last == "Lamp")
    }
  }

  @Test func `A button on a page from the page cache works`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.goToInventory(of: site)
      try await chromium.click("Add")
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.evaluate("window.isKept = true")
      // Open another page and go back.
      try await chromium.open("about:blank")
      try await chromium.back()
      #expect(try await chromium.evaluate("window.isKept").bool == true)
      #expect(try await chromium.value(of: "Name") == "Lamp")
      try await chromium.click("Save")
      #expect(try await chromium.rows.last == "Lamp")
      // Go back to the list, which is older than the scene's current screen.
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
