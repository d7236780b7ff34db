import CairnTesting
import Testing
import Ways

@testable import Gallery

/// Several tabs of one browser, used in turn. Each tab continues with its own state.
@Suite(.restarting) struct TabTests {
  @Test(.everyWay) func `Three tabs can be used in turn`() async throws {
    let site = try GallerySite()
    let form = try await site.user(at: "/inventory/add")
    let count = try await form.newTab()
    try await count.open("/inventory/stocktake")
    let menu = try await form.newTab()
    try await menu.open("/menu/stack")
    try await form.fill("Name", with: "Webcam")
    try await form.click("Apply")
    try await count.click("Start")
    try await menu.click("Sign up")
    try await form.choose("Color", "Red")
    try await form.click("Apply")
    try await count.fill("Counted", with: "99")
    try await count.click("Next")
    try await menu.fill("Name", with: "Ada")
    try await menu.fill("Email", with: "ada@example.com")
    try await menu.click("Sign up")
    for tab in [form, count, menu] { try await tab.reload() }
    #expect(form.fields.prefix(2).map(\.value) == ["Webcam", "Red"])
    #expect(count.heading == "Monitor")
    #expect(menu.text.contains("Welcome, Ada!"))
    try await form.click("Save")
    // Items that were added in the meantime are counted too.
    for _ in 0..<4 { try await count.click("Next") }
    try await count.click("Save")
    try await menu.click("Sign up", in: .bar)
    #expect(try menu.field("Name").value == "Ada")
    #expect(try site.item("Webcam").color == .red)
    #expect(try site.item("Keyboard").status == .inStock(quantity: 99))
  }

  @Test(.everyWay) func `A button can open a new tab from a page with a scene`() async throws {
    let site = try GallerySite()
    let list = try await site.user(at: "/inventory")
    try await list.click("Add")
    try await list.click("Cancel")
    let form = try await list.clickIntoNewTab("Keyboard")
    #expect(form.pile == ["screen Edit item"])
    try await form.fill("Quantity", with: "7")
    try await form.click("Apply")
    // The page with the list still works, and its actions don't affect the form.
    try await list.click("Add")
    #expect(list.pile == ["screen Inventory", "sheet Add item"])
    try await form.fill("Name", with: "Typewriter")
    try await form.click("Inventory")
    #expect(form.pile == ["screen Inventory"])
    #expect(try site.item("Typewriter").status == .inStock(quantity: 7))
    try await list.fill("Name", with: "Webcam")
    try await list.click("Save")
    #expect(site.names == ["Typewriter", "Monitor", "Mouse", "Headphones", "Webcam"])
  }

  @Test(.everyWay) func `A link can open a new tab`() async throws {
    let site = try GallerySite()
    let list = try await site.user(at: "/inventory")
    try await list.click("Add")
    try await list.click("Cancel")
    let gallery = try await list.clickIntoNewTab("Gallery")
    #expect(gallery.heading == "Gallery")
    let other = try await gallery.clickIntoNewTab("Inventory")
    try await other.click("Keyboard")
    try await list.click("Monitor")
    #expect(try other.field("Name").value == "Keyboard")
    #expect(try list.field("Name").value == "Monitor")
    try await list.reload()
    #expect(try list.field("Name").value == "Monitor")
  }

  @Test(.withoutScript(.sharedScene)) func `A duplicated tab in a stack is independent`()
    async throws
  {
    let site = try GallerySite()
    let one = try await site.browser(at: "/inventory/stocktake")
    try await one.click("Start")
    try await one.click("Next")
    let two = try await one.duplicateTab()
    #expect(two.sight == one.sight)
    try one.fill("Counted", with: "21")
    try await one.click("Next")
    #expect(one.heading == "Mouse")
    try await two.click("Keyboard", in: .bar)
    #expect(two.heading == "Keyboard")
    try two.fill("Counted", with: "99")
    try await two.click("Next")
    #expect(two.heading == "Monitor")
    for _ in 0..<2 { try await one.click("Next") }
    try await one.click("Save")
    #expect(try site.item("Keyboard").status == .inStock(quantity: 100))
    #expect(try site.item("Monitor").status == .inStock(quantity: 21))
    for _ in 0..<3 { try await two.click("Next") }
    #expect(two.heading == "Summary")
    #expect(two.text.contains("100 → 99"))
  }

  @Test(.everyWay) func `A duplicated sheet can be saved twice`() async throws {
    let site = try GallerySite()
    let one = try await site.user(at: "/inventory")
    try await one.click("Add")
    let two = try await one.duplicateTab()
    try await one.fill("Name", with: "Of one")
    try await two.fill("Name", with: "Of two")
    try await one.click("Save")
    try await two.click("Save")
    #expect(site.names.suffix(2) == ["Of one", "Of two"])
    for tab in [one, two] {
      #expect(tab.pile == ["screen Inventory"])
      try await tab.click("Delete", in: .row("Of one"))
      #expect(tab.dialogs.map(\.title) == ["Delete “Of one”?"])
    }
  }

  @Test(.everyWay) func `A duplicated page without a scene is independent`() async throws {
    let site = try GallerySite()
    let one = try await site.user(at: "/inventory/items/1")
    let two = try await one.duplicateTab()
    try await one.fill("Name", with: "Typewriter")
    try await two.fill("Quantity", with: "5")
    try await one.click("Apply")
    try await two.click("Apply")
    #expect(one.sceneID != two.sceneID)
    #expect(try two.field("Name").value == "Keyboard")
    try await one.click("Inventory")
    try await two.click("Inventory")
    #expect(try site.item("Typewriter").status == .inStock(quantity: 5))
  }

  @Test(.withoutScript(.sharedScene))
  func `Opening the address of a screen below another tab counts as going back`()
    async throws
  {
    let site = try GallerySite()
    let one = try await site.browser(at: "/inventory/stocktake")
    try await one.click("Start")
    try one.fill("Counted", with: "98")
    try await one.click("Next")
    // Simulates a browser that has discarded the page that Back leads to.
    let two = one.newTab()
    try await two.open(one.location.replacing("/stocktake/2", with: "/stocktake/1"))
    #expect(try two.field("Counted").value == "98")
    try two.fill("Counted", with: "97")
    try await two.click("Next")
    #expect(two.heading == "Monitor")
    // The first tab's page, which the scene has left, continues in a scene of its own.
    try await one.click("Keyboard", in: .bar)
    #expect(one.sceneID != two.sceneID)
    #expect(try one.field("Counted").value == "98")
    try await two.click("Keyboard", in: .bar)
    #expect(try two.field("Counted").value == "97")
  }
}
