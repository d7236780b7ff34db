import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: editing an item on a pushed screen")
struct EditingTests {
  @Test(arguments: withAndWithoutScripts)
  func `Back in the bar saves`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.goToInventory(of: site)
      try await chromium.click("Keyboard")
      #expect(try await chromium.path == "/inventory/items/1")
      #expect(try await chromium.heading == "Edit item")
      #expect(try await chromium.dialogs == [])
      try await chromium.fill("Name", with: "Piano")
      try await chromium.choose("Color", "Black")
      try await chromium.fill("Quantity", with: "1")
      try await chromium.click("Inventory")
      #expect(try await chromium.path == "/inventory")
      #expect(try await chromium.rows == ["Piano", "Monitor", "Mouse", "Headphones"])
      #expect(site.item(1)?.color == .black)
      #expect(site.item(1)?.status == .inStock(quantity: 1))
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `An invalid name shows an alert and isn't saved`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open("/inventory/items/1", of: site)
      try await chromium.fill("Name", with: " ")
      try await chromium.choose("Color", "Red")
      try await chromium.click("Inventory")
      #expect(try await chromium.dialogs == ["Some changes to “Keyboard” weren't saved"])
      #expect(try await chromium.text.contains("Give the item a name."))
      try await chromium.click("Edit again")
      #expect(try await chromium.path == "/inventory/items/1")
      #expect(try await chromium.problem(of: "Name") == "Give the item a name.")
      try await chromium.click("Inventory")
      try await chromium.click("OK")
      #expect(site.item(1)?.name == "Keyboard")
      #expect(site.item(1)?.color == .red)
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `Invalid text in a number field is kept and doesn't change anything`(javaScript: Bool)
    async throws
  {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open("/inventory/items/1", of: site)
      try await chromium.fill("Quantity", with: "abc")
      try await chromium.pressEnter(in: "Quantity")
      #expect(try await chromium.path == "/inventory/items/1")
      #expect(try await chromium.value(of: "Quantity") == "abc")
      #expect(try await chromium.problem(of: "Quantity") == "“abc” isn't a whole number.")
      #expect(site.item(1)?.status == .inStock(quantity: 100))
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `The browser's Back button warns about invalid text, as Back in the bar does`(
    options: Chromium.Options
  ) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.goToInventory(of: site)
      try await chromium.click("Keyboard")
      try await chromium.fill("Quantity", with: "many")
      try await chromium.back()
      #expect(try await chromium.path == "/inventory/items/1")
      #expect(try await chromium.value(of: "Quantity") == "many")
      #expect(try await chromium.problem(of: "Quantity") == "“many” isn't a whole number.")
      #expect(try await chromium.text.contains("go back again to leave without saving"))
      try await chromium.back()
      #expect(try await chromium.path == "/inventory")
      #expect(try await chromium.heading == "Inventory")
      #expect(site.item(1)?.status == .inStock(quantity: 100))
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `The last of ten thousand items opens by its location`(javaScript: Bool) async throws {
    let items = Item.seed(count: 10_000)
    try await Site.visit(.init(javaScript: javaScript), items: items) { chromium, site in
      try await chromium.open("/inventory/items/10000", of: site)
      #expect(try await chromium.value(of: "Name") == "Item 10000")
      // The page doesn't contain the rows of the screen below.
      #expect(try await chromium.source.utf8.count < 20_000)
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `An unknown item shows a notice`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      for path in ["/inventory/items/99", "/inventory/items/99/duplicate"] {
        try await chromium.open(path, of: site)
        let status = "performance.getEntriesByType('navigation')[0].responseStatus"
        #expect(try await chromium.evaluate(status).number == 404)
        #expect(try await chromium.rows.count == 4)
        let notice = try await chromium.element(xpath: "//*[@class='notice'][@role='status']")
        #expect(try await chromium.text(of: notice).contains("Here's the closest match."))
      }
      // The list works as usual.
      try await chromium.click("Keyboard")
      #expect(try await chromium.path == "/inventory/items/1")
    }
  }
}
