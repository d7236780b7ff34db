import CairnTesting
import Synchronization
import Testing
import Ways

@testable import Gallery

@Suite(.restarting) struct EditFlowTests {
  @Test(.everyWay) func `A row pushes the form, and Back saves it`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Keyboard")
    let id = try site.item("Keyboard").id
    #expect(browser.path == "/inventory/items/\(id)")
    #expect(browser.title == "Edit item – Inventory")
    #expect(browser.heading == "Edit item")
    #expect(browser.layers.map(\.kind) == ["screen"])
    #expect(browser.buttons.first == "Inventory")
    #expect(try browser.field("Name").value == "Keyboard")
    #expect(try browser.field("Color").value == "Blue")
    #expect(try browser.field("Quantity").value == "100")
    #expect(
      browser.topText.contains("Going back also saves your changes. Cancel discards them."))
    browser.expectGoodSource()
    try await browser.fill("Name", with: "Typewriter")
    try await browser.choose("Color", "Red")
    try await browser.fill("Quantity", with: "3")
    try await browser.click("Inventory", in: .bar)
    #expect(browser.path == "/inventory")
    #expect(browser.heading == "Inventory")
    #expect(browser.rows.first?.contains("Typewriter") == true)
    let item = try site.item("Typewriter")
    #expect(item.id == id && item.color == .red && item.status == .inStock(quantity: 3))
  }

  @Test(.everyWay) func `A location opens the form for a new browser`() async throws {
    let site = try GallerySite()
    let id = try site.item("Monitor").id
    let browser = try await site.user(at: "/inventory/items/\(id)")
    #expect(browser.status == 200)
    #expect(browser.heading == "Edit item")
    #expect(try browser.field("Name").value == "Monitor")
    try await browser.reload()
    #expect(try browser.field("Name").value == "Monitor")
    try await browser.fill("Name", with: "Screen")
    try await browser.click("Inventory")
    #expect(browser.path == "/inventory")
    #expect(site.names == ["Keyboard", "Screen", "Mouse", "Headphones"])
  }

  @Test(.everyWay) func `Save in the bar saves and goes back`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Keyboard")
    try await browser.fill("Name", with: "")
    try await browser.fill("Quantity", with: "3")
    try await browser.click("Save", in: .bar)
    // An invalid form stays open on Save, although Back would leave it.
    #expect(browser.heading == "Edit item")
    #expect(try browser.field("Name").error == "Give the item a name.")
    #expect(site.names.first == "Keyboard")
    try await browser.fill("Name", with: "Typewriter")
    // Enter has the effect of the button.
    try await browser.submit()
    #expect(browser.pile == ["screen Inventory"])
    #expect(try site.item("Typewriter").status == .inStock(quantity: 3))
  }

  @Test(.everyWay) func `Cancel in the bar discards the typed text`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    let items = site.inventory.items()
    try await browser.click("Keyboard")
    try await browser.fill("Name", with: "Typewriter")
    try await browser.click("Apply")
    // It also discards invalid text.
    try await browser.fill("Quantity", with: "many")
    try await browser.choose("Color", "Red")
    try await browser.click("Cancel", in: .bar)
    #expect(browser.pile == ["screen Inventory"])
    #expect(site.inventory.items() == items)
    try await browser.click("Keyboard")
    #expect(try browser.field("Name").value == "Keyboard")
    #expect(try browser.field("Quantity").value == "100")
  }

  @Test(.withoutScript(.pageOfBefore)) func `The browser's Back button doesn't save`() async throws
  {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Keyboard")
    // The server doesn't see that the browser goes back.
    #expect(browser.topText.contains("Your browser's own Back button doesn't save them."))
    try browser.fill("Name", with: "Typewriter")
    try await browser.back()
    #expect(browser.heading == "Inventory")
    #expect(site.names.first == "Keyboard")
    try await browser.forward()
    #expect(try browser.field("Name").value == "Typewriter")
    try await browser.click("Inventory")
    #expect(site.names.first == "Typewriter")
  }

  @Test(.everyWay) func `An invalid quantity keeps the form open`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/items/\(site.item("Keyboard").id)")
    try await browser.fill("Name", with: "Typewriter")
    try await browser.fill("Quantity", with: "abc")
    try await browser.click("Inventory")
    #expect(browser.heading == "Edit item")
    #expect(try browser.field("Quantity").value == "abc")
    #expect(try browser.field("Quantity").error != nil)
    #expect(site.names.first == "Keyboard")
    try await browser.fill("Quantity", with: "5")
    try await browser.click("Inventory")
    #expect(try site.item("Typewriter").status == .inStock(quantity: 5))
  }

  @Test(.everyWay) func `Going back again leaves a form with an invalid quantity`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/items/\(site.item("Keyboard").id)")
    try await browser.fill("Name", with: "Typewriter")
    try await browser.fill("Quantity", with: "abc")
    try await browser.click("Inventory")
    #expect(browser.heading == "Edit item")
    #expect(browser.notice?.contains("go back again to leave without saving") == true)
    // A different text is reported again.
    try await browser.fill("Quantity", with: "abd")
    try await browser.click("Inventory")
    #expect(browser.heading == "Edit item")
    #expect(try browser.field("Quantity").value == "abd")
    try await browser.click("Inventory")
    #expect(browser.pile == ["screen Inventory"])
    #expect(try site.item("Typewriter").status == .inStock(quantity: 100))
  }

  @Test(.everyWay) func `A blank name isn't saved, and an alert reports it`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/items/\(site.item("Keyboard").id)")
    try await browser.fill("Name", with: " ")
    try await browser.fill("Quantity", with: "5")
    try await browser.click("Inventory")
    #expect(browser.dialogs.map(\.kind) == ["alert"])
    #expect(browser.path == "/inventory")
    #expect(try site.item("Keyboard").status == .inStock(quantity: 5))
    try await browser.click("OK")
    #expect(browser.dialogs.isEmpty)
  }

  @Test(.everyWay) func `The status can be switched in the form`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/items/\(site.item("Mouse").id)")
    #expect(try !browser.field("In stock").isOn)
    #expect(try browser.field("On back order").isOn)
    #expect(throws: BrowserError.self) { try browser.field("Quantity") }
    try await browser.set("In stock", to: true)
    try await browser.click("Apply")
    #expect(try browser.field("Quantity").value == "1")
    try await browser.fill("Quantity", with: "12")
    try await browser.click("Inventory")
    #expect(try site.item("Mouse").status == .inStock(quantity: 12))
  }

  @Test(.withoutScript(.load)) func `The last of ten thousand items has a location`() async throws {
    let site = try GallerySite(of: Item.seed(count: 10_000))
    let last = try #require(site.inventory.items().last)
    let browser = try await site.browser(at: "/inventory/items/\(last.id)")
    #expect(browser.status == 200)
    #expect(try browser.field("Name").value == last.name)
    try browser.fill("Name", with: "The last one")
    try await browser.click("Inventory")
    #expect(site.names.last == "The last one")
  }

  @Test(
    .everyWay,
    arguments: ["/inventory/items/99", "/inventory/items/99/duplicate", "/inventory/items/x"])
  func `An unknown item opens the list with a notice`(location: String) async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: location)
    #expect(browser.status == 404)
    #expect(browser.heading == "Inventory")
    #expect(browser.rows.count == 4)
    #expect(
      browser.notice
        == "We couldn't find that page. It may have been deleted. Here's the closest match.")
    browser.expectGoodSource()
    try await browser.click("Add")
    #expect(browser.heading == "Add item")
    #expect(browser.notice == nil)
  }

  @Test(.everyWay, arguments: ["Keep my version", "Use their version"])
  func `Saving over another user's name presents a choice`(answer: String) async throws {
    let site = try GallerySite()
    let (browser, other) = (
      try await site.user(at: "/inventory"), try await site.user(at: "/inventory")
    )
    for browser in [browser, other] {
      try await browser.click("Keyboard")
      // Without the script, the page has a scene from its first form on.
      try await browser.click("Apply")
    }
    try await other.fill("Name", with: "Organ")
    try await other.click("Save")
    try await browser.fill("Name", with: "Piano")
    try await browser.fill("Quantity", with: "7")
    try await browser.click("Save")
    #expect(browser.pile == ["screen Inventory", "alert Conflicting change"])
    #expect(browser.topText.contains("The name is now “Organ”. You entered “Piano”."))
    browser.expectGoodSource()
    // The field that no other user changed is saved.
    #expect(try site.item("Organ").status == .inStock(quantity: 7))
    try await site.restart()
    try await browser.click(answer)
    #expect(browser.pile == ["screen Inventory"])
    let name = answer == "Keep my version" ? "Piano" : "Organ"
    #expect(try site.item(name).status == .inStock(quantity: 7))
    try await other.open("/inventory")
    #expect(other.rows.first?.contains(name) == true)
  }

  @Test(.everyWay) func `Saving a deleted item presents an alert`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Keyboard")
    try await browser.click("Apply")
    try await site.inventory.delete(site.item("Keyboard").id)
    try await browser.fill("Name", with: "Typewriter")
    try await browser.click("Inventory")
    #expect(browser.dialogs.first?.title == "“Keyboard” no longer exists")
    #expect(site.names.count == 3)
    try await browser.reload()
    #expect(browser.dialogs.count == 1)
    try await browser.click("Discard")
    #expect(browser.heading == "Inventory")
    #expect(browser.dialogs.isEmpty)
    #expect(site.names.count == 3)
  }

  @Test(.everyWay) func `The form of a deleted item can be added as a new item`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Keyboard")
    try await browser.click("Apply")
    try await site.inventory.delete(site.item("Keyboard").id)
    try await browser.fill("Name", with: "Typewriter")
    try await browser.fill("Quantity", with: "7")
    try await browser.click("Inventory")
    try await browser.click("Add as a new item")
    #expect(browser.path == "/inventory/add")
    #expect(browser.pile == ["screen Inventory", "sheet Add item"])
    #expect(try browser.field("Name").value == "Typewriter")
    #expect(site.names.count == 3)
    browser.expectGoodSource()
    try await browser.click("Save")
    #expect(browser.pile == ["screen Inventory"])
    #expect(site.names == ["Monitor", "Mouse", "Headphones", "Typewriter"])
    #expect(try site.item("Typewriter").status == .inStock(quantity: 7))
  }

  @Test(.withoutScript(.pageOfBefore)) func `An answered alert doesn't add another item`()
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Keyboard")
    try await browser.click("Apply")
    try await site.inventory.delete(site.item("Keyboard").id)
    try browser.fill("Name", with: "Typewriter")
    try await browser.click("Inventory")
    try await browser.click("Add as a new item")
    try await browser.click("Save")
    #expect(site.names.count == 4)
    try await browser.back()
    try await browser.back()
    try await browser.click("Add as a new item")
    #expect(site.names.count == 4)
  }

  @Test(.everyWay) func `A form that can't be saved stays open with an alert`() async throws {
    let disk = Disk()
    let site = try GallerySite(changing: disk.failing)
    let browser = try await site.user(at: "/inventory")
    for (form, pile, save) in [
      ("Add", ["screen Inventory", "sheet Add item"], "Save"),
      ("Keyboard", ["screen Edit item"], "Inventory"),
    ] {
      disk.isFull.store(true, ordering: .relaxed)
      try await browser.click(form)
      try await browser.fill("Name", with: "Of \(form)")
      try await browser.click(save)
      #expect(browser.pile == pile + ["alert Your changes weren't saved"])
      #expect(browser.topText.contains("The disk is full."))
      browser.expectGoodSource()
      try await browser.click("OK")
      #expect(browser.pile == pile)
      #expect(try browser.field("Name").value == "Of \(form)")
      disk.isFull.store(false, ordering: .relaxed)
      try await browser.click(save)
      #expect(browser.pile == ["screen Inventory"])
    }
    #expect(site.names == ["Of Keyboard", "Monitor", "Mouse", "Headphones", "Of Add"])
  }

  /// A disk that is temporarily full.
  private final class Disk: Sendable {
    let isFull = Atomic(false)

    func failing(_ inventory: InventoryClient) -> InventoryClient {
      let disk = self
      var result = inventory
      result.add = {
        try await (disk.isFull.load(ordering: .relaxed) ? inventory.failing : inventory).add($0)
      }
      result.update = {
        try await (disk.isFull.load(ordering: .relaxed) ? inventory.failing : inventory).update($0)
      }
      return result
    }
  }
}
