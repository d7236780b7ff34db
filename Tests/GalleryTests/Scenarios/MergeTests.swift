import CairnTesting
import Testing
import Ways

@testable import Gallery

/// Two tabs edit one item. Either both changes are kept, or the second tab shows the conflict.
@Suite(.restarting) struct MergeTests {
  @Test(.everyWay) func `Two forms of one item can change different fields`() async throws {
    let site = try GallerySite()
    let one = try await site.user(at: "/inventory")
    let two = try await one.newTab()
    try await two.open("/inventory")
    try await one.click("Keyboard")
    try await two.click("Keyboard")
    try await one.fill("Name", with: "Typewriter")
    try await two.choose("Color", "Red")
    try await two.fill("Quantity", with: "5")
    try await one.click("Inventory")
    try await two.click("Inventory")
    for tab in [one, two] { #expect(tab.pile == ["screen Inventory"]) }
    let item = try site.item("Typewriter")
    #expect(item.color == .red && item.status == .inStock(quantity: 5))
    #expect(two.rows.first?.contains("Typewriter") == true)
  }

  @Test(.withoutScript(.sharedScene)) func `Two pages of one form can change different fields`()
    async throws
  {
    let site = try GallerySite()
    let one = try await site.browser(at: "/inventory")
    try await one.click("Keyboard")
    // The page has a scene from its first form on.
    try await one.click("Apply")
    let two = try await one.duplicateTab()
    try one.fill("Name", with: "Typewriter")
    try await one.click("Apply")
    try two.choose("Color", "Red")
    try await two.click("Apply")
    #expect(two.sceneID == one.sceneID)
    #expect(two.fields.prefix(2).map(\.value) == ["Typewriter", "Red"])
    try one.fill("Quantity", with: "5")
    try await one.click("Inventory")
    let item = try site.item("Typewriter")
    #expect(item.color == .red && item.status == .inStock(quantity: 5))
  }

  @Test(.withoutScript(.sharedScene)) func `Two pages that change the same field show a conflict`()
    async throws
  {
    let site = try GallerySite()
    let one = try await site.browser(at: "/inventory")
    try await one.click("Keyboard")
    // The page has a scene from its first form on.
    try await one.click("Apply")
    let two = try await one.duplicateTab()
    try one.fill("Name", with: "Typewriter")
    try await one.click("Apply")
    try two.fill("Name", with: "Piano")
    try two.fill("Quantity", with: "5")
    try await two.click("Inventory")
    // The typed value stays in its field, next to the other value. Fields without a conflict are
    // applied.
    #expect(two.pile == ["screen Edit item"])
    #expect(try two.field("Name").value == "Piano")
    #expect(try two.field("Name").error?.contains("“Typewriter”") == true)
    #expect(try two.field("Quantity").value == "5")
    #expect(try two.field("Quantity").error == nil)
    #expect(site.names.first == "Keyboard")
    two.expectGoodSource()
    // Submitting it again confirms the typed value.
    try await two.click("Inventory")
    #expect(two.pile == ["screen Inventory"])
    #expect(try site.item("Piano").status == .inStock(quantity: 5))
  }

  @Test(.withoutScript(.sharedScene)) func `Entering the other value resolves the conflict`()
    async throws
  {
    let site = try GallerySite()
    let one = try await site.browser(at: "/inventory")
    try await one.click("Add")
    let two = try await one.duplicateTab()
    try one.fill("Name", with: "Typewriter")
    try one.choose("Color", "Green")
    try await one.click("Apply")
    try two.fill("Name", with: "Piano")
    try two.choose("Color", "Red")
    try await two.click("Save")
    #expect(two.pile == ["screen Inventory", "sheet Add item"])
    #expect(site.names.count == 4)
    #expect(two.fields.prefix(2).map(\.value) == ["Piano", "Red"])
    #expect(two.fields.prefix(2).allSatisfy { $0.error != nil })
    try two.fill("Name", with: "Typewriter")
    try two.choose("Color", "Green")
    try await two.click("Save")
    #expect(try site.item("Typewriter").color == .green)
    #expect(two.pile == ["screen Inventory"])
  }

  @Test(.withoutScript(.unsaved)) func `An outdated first page shows a conflict`() async throws {
    let site = try GallerySite()
    let one = try await site.browser(at: "/inventory/items/1")
    let two = try await site.browser(at: "/inventory/items/1")
    try one.fill("Name", with: "Typewriter")
    try await one.click("Inventory")
    try two.fill("Name", with: "Piano")
    try two.fill("Quantity", with: "5")
    try await two.click("Inventory")
    #expect(two.pile == ["screen Edit item"])
    #expect(try two.field("Name").value == "Piano")
    #expect(try two.field("Name").error?.contains("“Typewriter”") == true)
    #expect(site.names.first == "Typewriter")
    try await two.click("Inventory")
    #expect(try site.item("Piano").status == .inStock(quantity: 5))
  }

  @Test(.withoutScript(.sharedScene)) func `Two tabs that type the same value have no conflict`()
    async throws
  {
    let site = try GallerySite()
    let one = try await site.browser(at: "/inventory/items/1")
    try await one.click("Apply")
    let two = try await one.duplicateTab()
    for tab in [one, two] {
      try tab.fill("Name", with: "Typewriter")
      try await tab.click("Apply")
      #expect(try tab.field("Name").error == nil)
    }
    try await two.click("Inventory")
    #expect(site.names.first == "Typewriter")
  }

  @Test(.withoutScript(.pageOfBefore)) func `Going back in one tab doesn't cause a conflict`()
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Keyboard")
    try browser.fill("Name", with: "Typewriter")
    try await browser.click("Apply")
    try await browser.back()
    // The user's own earlier value doesn't conflict with the later one.
    try browser.fill("Name", with: "Piano")
    try await browser.click("Inventory")
    #expect(browser.pile == ["screen Inventory"])
    #expect(site.names.first == "Piano")
  }

  @Test(.withoutScript(.sharedScene)) func `Cancel works despite a conflict`() async throws {
    let site = try GallerySite()
    let one = try await site.browser(at: "/inventory")
    try await one.click("Add")
    let two = try await one.duplicateTab()
    try one.fill("Name", with: "Typewriter")
    try await one.click("Apply")
    try two.fill("Name", with: "Piano")
    try await two.click("Cancel")
    #expect(two.pile == ["screen Inventory"])
    #expect(site.names.count == 4)
  }

  @Test(.everyWay) func `Each of two tabs can add an item`() async throws {
    let site = try GallerySite()
    let one = try await site.user(at: "/inventory")
    let two = try await one.newTab()
    try await two.open("/inventory")
    for (tab, name) in [(one, "First"), (two, "Second")] {
      try await tab.click("Add")
      try await tab.fill("Name", with: name)
    }
    for tab in [two, one] { try await tab.click("Save") }
    #expect(site.names.suffix(2) == ["Second", "First"])
  }
}
