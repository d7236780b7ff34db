import CairnTesting
import Testing
import Ways

@testable import Gallery

/// Several tabs, several sessions, Back, and repeated forms. Changes are neither lost nor repeated.
@Suite(.restarting) struct SceneFlowTests {
  @Test(.everyWay) func `The gallery links to the inventory`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/")
    #expect(browser.status == 200)
    #expect(browser.title == "Gallery")
    #expect(
      browser.links == [
        "Inventory", "Menu as a tree", "Menu as a stack", "Members", "Counters", "Trains",
      ])
    browser.expectGoodSource()
    try await browser.click("Inventory")
    #expect(browser.path == "/inventory")
    #expect(browser.title == "Inventory")
    #expect(browser.rows.count == 4)
    #expect(browser.buttons.prefix(3) == ["Import", "Take stock", "Add"])
    let exports = ["Export as CSV", "Export as JSON"]
    #expect(browser.links == ["Gallery"] + site.names + exports)
    browser.expectGoodSource()
    try await browser.click("Gallery", in: .bar)
    #expect(browser.heading == "Gallery")
    try await browser.back()
    #expect(browser.heading == "Inventory")
    try await browser.back()
    #expect(browser.heading == "Gallery")
  }

  @Test(.everyWay) func `Sessions only share the database`() async throws {
    let site = try GallerySite()
    let one = try await site.user(at: "/inventory")
    let other = try await site.user(at: "/inventory")
    try await one.click("Add")
    try await one.fill("Name", with: "Of the first")
    try await other.reload()
    #expect(other.heading == "Inventory")
    try await one.click("Save")
    try await other.reload()
    #expect(other.rows.last?.contains("Of the first") == true)
    // The scene ID has no effect in another session.
    try await one.click("Add")
    try await other.open(one.location)
    #expect(other.heading == "Add item")
    try await other.fill("Name", with: "Of the other")
    try await other.click("Save")
    try await one.reload()
    #expect(one.heading == "Add item")
    #expect(one.text.contains("Of the other"))
  }

  @Test(.everyWay) func `Each tab has its own scene`() async throws {
    let site = try GallerySite()
    let one = try await site.user(at: "/inventory")
    let two = try await one.newTab()
    try await two.open("/inventory")
    try await one.click("Add")
    try await two.click("Keyboard")
    #expect(one.sceneID != two.sceneID)
    try await one.fill("Name", with: "First tab")
    try await two.fill("Name", with: "Second tab")
    try await one.reload()
    #expect(one.heading == "Add item")
    #expect(two.heading == "Edit item")
    try await two.click("Inventory")
    try await one.fill("Name", with: "First tab")
    try await one.click("Save")
    #expect(site.names == ["Second tab", "Monitor", "Mouse", "Headphones", "First tab"])
    if !one.hasScript { #expect(one.cookies.count { !$0.name.contains("-seen") } == 1) }
  }

  @Test(.everyWay) func `A Ctrl-click opens a tab with its own scene`() async throws {
    let site = try GallerySite()
    let one = try await site.user(at: "/inventory")
    let two = try await one.clickIntoNewTab("Keyboard")
    let three = try await one.clickIntoNewTab("Monitor")
    #expect(try two.field("Name").value == "Keyboard")
    #expect(try three.field("Name").value == "Monitor")
    try await three.fill("Name", with: "Screen")
    try await three.click("Inventory")
    try await two.fill("Name", with: "Typewriter")
    try await two.click("Inventory")
    #expect(two.sceneID != three.sceneID)
    #expect(site.names.prefix(2) == ["Typewriter", "Screen"])
  }

  @Test(.everyWay) func `Two tabs of one scene branch`() async throws {
    let site = try GallerySite()
    let one = try await site.user(at: "/inventory")
    try await one.click("Keyboard")
    let two = try await one.duplicateTab()
    // With the script, each tab immediately has its own scene.
    #expect((one.sceneID != two.sceneID) == one.hasScript)
    try await one.fill("Name", with: "Typewriter")
    try await one.click("Inventory")
    #expect(site.names.first == "Typewriter")
    // The same user left the other tab's form in the first tab, so the form continues independently.
    try await two.fill("Quantity", with: "5")
    try await two.click("Inventory")
    #expect(two.heading == "Inventory")
    #expect(two.sceneID != one.sceneID)
    #expect(two.dialogs.isEmpty)
    let item = try #require(site.inventory.items().first)
    #expect(item.name == "Typewriter")
    #expect(item.status == .inStock(quantity: 5))
  }

  @Test(.everyWay) func `Going back to the list dismisses the form`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Add")
    try await browser.click("Cancel")
    let sceneID = browser.sceneID
    try await browser.click("Add")
    try await browser.fill("Name", with: "Typewriter")
    try await browser.click("Apply")
    try await browser.backFromApplied()
    #expect(browser.heading == "Inventory")
    try await browser.click("Delete", in: .row("Mouse"))
    #expect(browser.dialogs.first?.title == "Delete “Mouse”?")
    #expect(browser.sceneID == sceneID)
    try await browser.click("Delete")
    #expect(site.names == ["Keyboard", "Monitor", "Headphones"])
    try await browser.click("Add")
    #expect(try browser.field("Name").value == "")
  }

  @Test(.withoutScript(.requests)) func `A repeated POST gets the same response and runs once`()
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory/add")
    let request = try browser.submission(
      tap: browser.tap("Save"), fields: [(browser.fieldName("Name"), "Once")])
    let first = try await browser.send(request)
    #expect(first.status == 303)
    let second = try await browser.send(request)
    #expect(second.status == 303)
    #expect(first.header("Location") == second.header("Location"))
    #expect(site.names == ["Keyboard", "Monitor", "Mouse", "Headphones", "Once"])
  }

  @Test(.withoutScript(.requests)) func `Three simultaneous repeats run once`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory/add")
    let request = try browser.submission(
      tap: browser.tap("Save"), fields: [(browser.fieldName("Name"), "Once")])
    let cookie = browser.cookies.map { "\($0.name)=\($0.value)" }.joined()
    let transport = InProcessTransport(site.server)
    let locations = try await withThrowingTaskGroup { group in
      for _ in 0..<3 {
        group.addTask {
          var request = request
          request.headers.append(("Cookie", cookie))
          return try await transport.send(request).header("Location")
        }
      }
      var locations: Set<String?> = []
      for try await location in group { locations.insert(location) }
      return locations
    }
    #expect(locations.count == 1)
    #expect(locations.first??.hasPrefix("/inventory?~") == true)
    #expect(site.names.count == 5)
  }

  @Test(.withoutScript(.load)) func `Simultaneous tabs don't lose items`() async throws {
    let site = try GallerySite()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<24 {
        group.addTask { try await Self.add("Item of \(number)", to: site) }
      }
      try await group.waitForAll()
    }
    #expect(Set(site.names).count == 28)
  }

  private static func add(_ name: String, to site: GallerySite) async throws {
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Add")
    try browser.fill("Name", with: name)
    try await browser.click("Save")
    #expect(browser.path == "/inventory")
    #expect(browser.text.contains(name))
  }

  @Test(.withoutScript(.load)) func `A form of an evicted scene is restored`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Add")
    // Open more tabs than a session keeps.
    for _ in 0..<40 {
      let tab = browser.newTab()
      try await tab.open("/inventory")
      try await tab.click("Add")
    }
    try browser.fill("Name", with: "Patience")
    try browser.choose("Color", "Red")
    try await browser.click("Save")
    #expect(site.names.count == 4)
    #expect(browser.heading == "Add item")
    #expect(browser.notice != nil)
    #expect(try browser.field("Name").value == "Patience")
    #expect(try browser.field("Color").value == "Red")
    try await browser.click("Save")
    #expect(try site.item("Patience").color == .red)
  }

  @Test(.everyWay) func `A form still branches after many actions in another tab`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Add")
    let form = try await browser.duplicateTab()
    try await browser.click("Cancel")
    for _ in 0..<3 {
      try await browser.click("Keyboard")
      try await browser.click("Inventory")
    }
    try await form.fill("Name", with: "Late")
    try await form.click("Save")
    #expect(site.names.last == "Late")
    #expect(form.sceneID != browser.sceneID)
  }
}
