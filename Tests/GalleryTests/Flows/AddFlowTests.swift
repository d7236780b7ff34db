import CairnTesting
import Testing
import Ways

@testable import Gallery

@Suite(.restarting) struct AddFlowTests {
  @Test(.everyWay) func `Add presents a sheet over the list with its own location`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Add")
    #expect(browser.status == 200)
    #expect(browser.path == "/inventory/add")
    #expect(browser.canonical == "/inventory/add")
    #expect(browser.title == "Add item – Inventory")
    #expect(browser.heading == "Add item")
    #expect(browser.layers.map(\.kind) == ["screen", "sheet"])
    #expect(browser.dialogs.map(\.kind) == ["sheet"])
    #expect(browser.text.contains("Keyboard"))
    #expect(browser.buttons.contains("Save") && browser.buttons.contains("Cancel"))
    browser.expectGoodSource()
    let page = browser.topText
    try await browser.reload()
    #expect(browser.topText == page)
    try await browser.back()
    #expect(browser.path == "/inventory")
    #expect(browser.heading == "Inventory")
  }

  @Test(.everyWay, arguments: [nil, "Red"]) func `Save adds the item`(color: String?) async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/add")
    #expect(browser.heading == "Add item")
    try await browser.fill("Name", with: "Trackpad")
    try await browser.fill("Quantity", with: "7")
    if let color { try await browser.choose("Color", color) }
    try await browser.click("Save")
    #expect(browser.path == "/inventory")
    #expect(browser.dialogs.isEmpty)
    #expect(browser.rows.last?.contains("Trackpad") == true)
    let item = try site.item("Trackpad")
    #expect(item.status == .inStock(quantity: 7))
    #expect(item.color?.name == color)
    let other = try await site.user(at: "/inventory")
    #expect(other.rows.count == 5)
  }

  @Test(.everyWay) func `Enter saves the form`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/add")
    try await browser.fill("Name", with: "Webcam")
    try await browser.submit()
    #expect(browser.path == "/inventory")
    #expect(site.names.last == "Webcam")
  }

  @Test(.everyWay) func `Cancel doesn't add an item`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/add")
    try await browser.fill("Name", with: "Webcam")
    try await browser.click("Cancel")
    #expect(browser.path == "/inventory")
    #expect(browser.dialogs.isEmpty)
    #expect(site.names.count == 4)
    try await browser.click("Add")
    #expect(try browser.field("Name").value == "")
  }

  @Test(.everyWay) func `The backdrop dismisses an empty form`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/add")
    try await browser.clickBackdrop()
    #expect(browser.path == "/inventory")
    #expect(browser.heading == "Inventory")
    #expect(site.names.count == 4)
  }

  /// The script keeps the typed text itself, and Escape dismisses the sheet. See `AddingTests` of the
  /// browser tests.
  @Test(.withoutScript(.requests), arguments: ["7", "abc"])
  func `The backdrop warns before typed text is lost`(quantity: String) async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory/add")
    try browser.fill("Name", with: "Webcam")
    try browser.fill("Quantity", with: quantity)
    try await browser.clickBackdrop()
    #expect(browser.pile == ["screen Inventory", "sheet Add item"])
    #expect(browser.notice?.hasPrefix("What you typed isn't saved yet.") == true)
    #expect(try browser.field("Name").value == "Webcam")
    #expect(try browser.field("Quantity").value == quantity)
    try await browser.clickBackdrop()
    #expect(browser.pile == ["screen Inventory"])
    #expect(browser.notice == nil)
    #expect(site.names.count == 4)
  }

  @Test(.everyWay, arguments: ["", "   "]) func `A blank name shows an error below the field`(
    name: String
  )
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/add")
    try await browser.fill("Name", with: name)
    try await browser.click("Save")
    #expect(browser.path == "/inventory/add")
    #expect(try browser.field("Name").error == "Give the item a name.")
    #expect(try browser.field("Name").value == name)
    #expect(site.names.count == 4)
    browser.expectGoodSource()
    try await browser.fill("Name", with: "Webcam")
    try await browser.click("Apply")
    #expect(try browser.field("Name").error == nil)
    try await browser.click("Save")
    #expect(site.names.last == "Webcam")
  }

  @Test(.everyWay) func `Invalid text in a number field is kept and doesn't change anything`()
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/add")
    try await browser.fill("Name", with: "Webcam")
    try await browser.fill("Quantity", with: "abc")
    try await browser.click("Save")
    #expect(browser.path == "/inventory/add")
    #expect(try browser.field("Quantity").value == "abc")
    #expect(try browser.field("Quantity").error?.contains("abc") == true)
    #expect(try browser.field("Name").value == "Webcam")
    #expect(site.names.count == 4)
    browser.expectGoodSource()
    try await browser.reload()
    #expect(try browser.field("Quantity").value == "abc")
    // The field is unchanged and still invalid.
    try await browser.click("Save")
    #expect(try browser.field("Quantity").error != nil)
    #expect(site.names.count == 4)
    try await browser.click("Cancel")
    #expect(browser.path == "/inventory")
    #expect(site.names.count == 4)
    try await browser.click("Add")
    #expect(try browser.field("Quantity").value == "1")
    #expect(try browser.field("Quantity").error == nil)
  }

  @Test(.everyWay) func `An invalid quantity is dropped when its field is removed`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/add")
    try await browser.fill("Name", with: "Webcam")
    try await browser.fill("Quantity", with: "abc")
    try await browser.set("In stock", to: false)
    try await browser.click("Save")
    #expect(browser.path == "/inventory")
    #expect(try site.item("Webcam").status == .outOfStock(isOnBackOrder: false))
  }

  @Test(.everyWay) func `A quantity is dropped if the submission removes its field`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/add")
    try await browser.fill("Name", with: "Webcam")
    try await browser.fill("Quantity", with: "9")
    try await browser.set("In stock", to: false)
    try await browser.click("Apply")
    #expect(browser.path == "/inventory/add")
    #expect(browser.fields.map(\.label).contains("On back order"))
    try await browser.set("On back order", to: true)
    try await browser.click("Save")
    #expect(try site.item("Webcam").status == .outOfStock(isOnBackOrder: true))
  }

  @Test(.withoutScript(.requests)) func `The name has a maximum length`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory/add")
    let name = String(repeating: "x", count: Item.nameLimit)
    try browser.fill("Name", with: name + "x")
    try await browser.click("Save")
    #expect(browser.heading == "Add item")
    #expect(try browser.field("Name").error != nil)
    #expect(site.names.count == 4)
    try browser.fill("Name", with: name)
    try await browser.click("Save")
    #expect(site.names.last == name)
  }

  @Test(.everyWay) func `The feature rejects a negative quantity`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/add")
    try await browser.fill("Name", with: "Webcam")
    try await browser.fill("Quantity", with: "-1")
    try await browser.click("Save")
    #expect(try browser.field("Quantity").error == "The quantity must be 0 or more.")
    #expect(site.names.count == 4)
  }

  @Test(.everyWay) func `Going back to the saved form allows adding another item`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Add")
    try await browser.fill("Name", with: "First")
    try await browser.click("Save")
    #expect(site.names.last == "First")
    // Go back to the form's earlier page.
    try await browser.goToLeftPage()
    #expect(browser.heading == "Add item")
    try await browser.fill("Name", with: "Second")
    try await browser.click("Save")
    #expect(browser.path == "/inventory")
    #expect(Array(site.names.suffix(2)) == ["First", "Second"])
  }
}
