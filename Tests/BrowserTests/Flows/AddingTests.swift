import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: adding an item in a sheet")
struct AddingTests {
  @Test(arguments: withAndWithoutScripts)
  func `A user can add an item, starting from the gallery`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.goToInventory(of: site)
      #expect(try await chromium.title == "Inventory")
      #expect(try await chromium.path == "/inventory")
      #expect(try await chromium.rows == ["Keyboard", "Monitor", "Mouse", "Headphones"])

      try await chromium.click("Add")
      #expect(try await chromium.path == "/inventory/add")
      #expect(try await chromium.title == "Add item – Inventory")
      #expect(try await chromium.dialogs == ["Add item"])
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.choose("Color", "Yellow")
      try await chromium.fill("Quantity", with: "12")
      try await chromium.click("Save")
      #expect(try await chromium.path == "/inventory")
      #expect(try await chromium.dialogs == [])
      #expect(try await chromium.rows.last == "Lamp")
      let lamp = try #require(site.item(named: "Lamp"))
      #expect(lamp.color == .yellow)
      #expect(lamp.status == .inStock(quantity: 12))
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `A sheet opened by its location adds an item out of stock with Enter`(javaScript: Bool)
    async throws
  {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open("/inventory/add", of: site)
      #expect(try await chromium.heading == "Add item")
      try await chromium.fill("Name", with: "Desk")
      try await chromium.set("In stock", to: false)
      try await chromium.apply()
      #expect(try await chromium.value(of: "Name") == "Desk")
      try await chromium.set("On back order", to: true)
      try await chromium.pressEnter(in: "Name")
      #expect(try await chromium.path == "/inventory")
      #expect(site.item(named: "Desk")?.status == .outOfStock(isOnBackOrder: true))
      #expect(try await chromium.text(of: chromium.row("Desk")).contains("on back order"))
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `A blank name shows an error and isn't saved`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open("/inventory/add", of: site)
      try await chromium.fill("Name", with: "   ")
      try await chromium.fill("Quantity", with: "3")
      try await chromium.click("Save")
      #expect(try await chromium.path == "/inventory/add")
      #expect(try await chromium.problem(of: "Name") == "Give the item a name.")
      #expect(try await chromium.value(of: "Quantity") == "3")
      #expect(site.names.count == 4)

      try await chromium.fill("Name", with: "Lamp")
      try await chromium.click("Save")
      #expect(site.item(named: "Lamp")?.status == .inStock(quantity: 3))
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `Cancel and the backdrop don't add an item`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open("/inventory/add", of: site)
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.click("Cancel")
      #expect(try await chromium.path == "/inventory")

      try await chromium.click("Add")
      #expect(try await chromium.value(of: "Name") == "")
      try await chromium.clickBackdrop()
      #expect(try await chromium.path == "/inventory")
      #expect(try await chromium.dialogs == [])
      #expect(site.names.count == 4)
    }
  }

  @Test(arguments: Chromium.Options.every)
  func `A click next to the sheet keeps typed text`(options: Chromium.Options) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/inventory/add", of: site)
      if options.javaScript { try await chromium.settle() }
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.clickBackdrop(leavesPage: !options.javaScript)
      #expect(try await chromium.dialogs == ["Add item"])
      #expect(try await chromium.value(of: "Name") == "Lamp")
      #expect(site.names.count == 4)
      try await chromium.click("Save")
      #expect(site.names.last == "Lamp")
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `Typing more text restarts the warning`(options: Chromium.Options) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/inventory/add", of: site)
      try await chromium.settle()
      for name in ["Lamp", "Lamps"] {
        try await chromium.fill("Name", with: name)
        #expect(try await !chromium.text.contains("saved"))
        try await chromium.clickBackdrop(leavesPage: false)
        #expect(try await chromium.text.contains("saved"))
        #expect(try await chromium.value(of: "Name") == name)
      }
      try await chromium.clickBackdrop()
      #expect(try await chromium.dialogs == [])
    }
  }

  @Test func `Escape warns before it discards typed text`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/inventory/add", of: site)
      try await chromium.settle()
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.perform(leavesPage: false) { try await chromium.press(Key.escape) }
      #expect(try await chromium.dialogs == ["Add item"])
      #expect(try await chromium.text.contains("This wasn't saved."))
      #expect(try await chromium.value(of: "Name") == "Lamp")
      try await chromium.perform(leavesPage: true) { try await chromium.press(Key.escape) }
      #expect(try await chromium.dialogs == [])
      // Without typed text, one press is enough.
      try await chromium.click("Add")
      try await chromium.perform(leavesPage: true) { try await chromium.press(Key.escape) }
      #expect(try await chromium.dialogs == [])
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `An invalid quantity shows an error`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open("/inventory/add", of: site)
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.fill("Quantity", with: "abc")
      try await chromium.click("Save")
      #expect(try await chromium.path == "/inventory/add")
      #expect(try await chromium.value(of: "Quantity") == "abc")
      #expect(try await chromium.problem(of: "Quantity") == "“abc” isn't a whole number.")
      #expect(site.names.count == 4)
      try await chromium.fill("Quantity", with: "8")
      try await chromium.click("Save")
      #expect(site.item(named: "Lamp")?.status == .inStock(quantity: 8))
    }
  }

  @Test(arguments: [
    String(repeating: "long ", count: 40), "شاشة جديدة", "👩‍👩‍👧‍👦 🇸🇨", "<b>bold</b> & \"quoted\"",
    "</textarea><script>document.title = 1</script>", "~token=1&~tap=2",
    "unbroken" + String(repeating: "x", count: 190),
  ])
  func `Unusual names are shown unchanged`(name: String) async throws {
    try await Site.visit(.init(width: 390, height: 844)) { chromium, site in
      try await chromium.open("/inventory/add", of: site)
      try await chromium.fill("Name", with: name)
      try await chromium.click("Save")
      #expect(site.names.last == name)
      #expect(try await chromium.rows.last == name)
      #expect(try await chromium.overflow == [])
      try await chromium.open("/inventory/items/5", of: site)
      #expect(try await chromium.value(of: "Name") == name)
      try await chromium.open("/inventory/items/5/duplicate", of: site)
      #expect(try await chromium.overflow == [])
      try await chromium.click("Cancel")
      try await chromium.click(chromium.element(xpath: "(\(XPath.control("Delete")))[5]"))
      try await chromium.waitFor("the alert") { try await chromium.dialogs.count == 1 }
      #expect(try await chromium.overflow == [])
    }
  }
}
