import CairnTesting
import Testing
import Ways

@testable import Gallery

/// The import of a list of items from a file.
@Suite(.restarting) struct ImportFlowTests {
  @Test(.everyWay) func `A file is previewed before its items are added`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Import")
    #expect(browser.path == "/inventory/import")
    let list = "name,quantity,color\nLamp,3,yellow\nChair,many\nDesk,0"
    try await browser.attach(
      BrowserFile("items.csv", contentType: "text/csv", text: list), to: "List")
    try await browser.click("Read the file")
    #expect(browser.topText.contains("Lamp") && browser.topText.contains("In stock: 3, Yellow"))
    #expect(browser.topText.contains("Line 3: “many” isn't a valid quantity."))
    #expect(browser.notice == "“items.csv” has 2 items. 1 line will be left out.")
    // The browser's own text next to it is “No file chosen”.
    #expect(browser.fields.map(\.label) == ["Another list"])
    browser.expectGoodSource()
    try await browser.click("Save")
    #expect(browser.path == "/inventory")
    #expect(browser.pile == ["screen Inventory", "alert 1 line was left out"])
    #expect(browser.topText.contains("2 items were added."))
    browser.expectGoodSource()
    try await browser.click("OK")
    #expect(browser.rows.count == 6)
    #expect(try site.item("Lamp").status == .inStock(quantity: 3))
    #expect(try site.item("Desk").status == .outOfStock(isOnBackOrder: false))
  }

  @Test(.everyWay) func `A file of another type is rejected`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/import")
    try await browser.attach(
      BrowserFile("a.png", contentType: "image/png", contents: [1]), to: "List")
    try await browser.click("Read the file")
    #expect(
      try browser.field("List").error?.contains("“a.png” isn't an accepted type of file") == true)
  }
}
