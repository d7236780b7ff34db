import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: Back, Forward, reload, and tabs")
struct HistoryTests {
  @Test(arguments: Chromium.Options.every)
  func `Back and Forward move between a list, a sheet, and a screen`(options: Chromium.Options)
    async throws
  {
    try await Site.visit(options) { chromium, site in
      try await chromium.goToInventory(of: site)
      try await chromium.click("Add")
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.back()
      #expect(try await chromium.path == "/inventory")
      #expect(try await chromium.dialogs == [])
      try await chromium.forward()
      #expect(try await chromium.dialogs == ["Add item"])
      #expect(try await chromium.value(of: "Name") == "Lamp")
      try await chromium.back()
      // The page that Back shows still works.
      try await chromium.click("Keyboard")
      #expect(try await chromium.path == "/inventory/items/1")
      try await chromium.fill("Name", with: "Piano")
      try await chromium.click("Inventory")
      #expect(try await chromium.rows.first == "Piano")
      if !options.javaScript {
        try await chromium.back()
        #expect(try await chromium.heading == "Edit item")
        try await chromium.back()
        #expect(try await chromium.heading == "Inventory")
      }
      // With the script, Back leads to the earlier list. The browser alone adds another entry for it.
      try await chromium.back()
      #expect(try await chromium.path == "/")
      #expect(site.names == ["Piano", "Monitor", "Mouse", "Headphones"])
    }
  }

  @Test(arguments: Chromium.Options.withScript, ["/inventory/items/1", "/inventory/add"])
  func `Back from another application returns to the first one`(
    options: Chromium.Options, path: String
  ) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/", of: site)
      try await chromium.settle()
      try await chromium.evaluate(
        """
        [...document.querySelectorAll("a")].find((link) => link.pathname === "/inventory").href = "\(path)"
        """)
      try await chromium.click("Inventory")
      #expect(try await chromium.path == path)
      try await chromium.settle()
      try await chromium.back()
      #expect(try await chromium.path == "/")
      #expect(try await chromium.heading == "Gallery")
      try await chromium.forward()
      #expect(try await chromium.path == path)
      #expect(try await chromium.heading != "Gallery")
      try await chromium.back()
      #expect(try await chromium.heading == "Gallery")
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `Only presented layers add history entries`(
    options: Chromium.Options
  ) async throws {
    try await Site.visit(options) { chromium, site in
      let entries = { try await chromium.evaluate("history.length").number ?? 0 }
      try await chromium.open("/counters", of: site)
      try await chromium.click("Add counter")
      let first = try await entries()
      for _ in 0..<5 { try await chromium.click("Increment counter 1") }
      #expect(try await chromium.text.contains("Sum: 5"))
      #expect(try await entries() == first)

      try await chromium.open("/inventory", of: site)
      try await chromium.settle()
      let list = try await entries()
      try await chromium.click("Add")
      #expect(try await entries() == list + 1)
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.set("Timer", to: true)
      try await chromium.set("Timer", to: false)
      try await chromium.settle()
      #expect(try await entries() == list + 1)
      // Dismissing a layer goes back, so the next layer replaces its entry.
      try await chromium.click("Cancel")
      try await chromium.click("Monitor")
      #expect(try await entries() == list + 1)

      // Answering a dialog doesn't leave an entry either.
      try await chromium.click("Cancel")
      try await chromium.click("More", row: "Mouse")
      #expect(try await entries() == list + 1)
      try await chromium.click("Duplicate")
      #expect(try await chromium.dialogs == ["Duplicate item"])
      #expect(try await entries() == list + 1)
      try await chromium.back()
      #expect(try await chromium.dialogs == [])
      #expect(try await chromium.path == "/inventory")
      try await chromium.click("Monitor")
      #expect(try await entries() == list + 1)

      // The entry before a page opened by its address belongs to another page.
      try await chromium.open("/inventory/add", of: site)
      try await chromium.settle()
      let deep = try await entries()
      try await chromium.click("Cancel")
      #expect(try await chromium.path == "/inventory")
      #expect(try await entries() == deep)
      try await chromium.back()
      #expect(try await chromium.heading == "Edit item")
    }
  }

  @Test(arguments: Chromium.Options.every)
  func `A form left with Back can still be saved`(options: Chromium.Options) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.goToInventory(of: site)
      try await chromium.click("Add")
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.back()
      try await chromium.click("Delete", row: "Mouse")
      try await chromium.click("Delete")
      #expect(site.names == ["Keyboard", "Monitor", "Headphones"])
      try await chromium.click("Add")
      try await chromium.fill("Name", with: "Desk")
      try await chromium.click("Save")
      try await chromium.goToLeftPage(javaScript: options.javaScript)
      #expect(try await chromium.dialogs == ["Add item"])
      try await chromium.fill("Name", with: "Chair")
      try await chromium.click("Save")
      #expect(site.names == ["Keyboard", "Monitor", "Headphones", "Desk", "Chair"])
      #expect(try await chromium.rows.last == "Chair")
    }
  }

  @Test(arguments: Chromium.Options.every)
  func `A reload shows the same page`(options: Chromium.Options) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.goToInventory(of: site)
      let ways: [(String, row: String?, back: String)] = [
        ("Add", nil, "Cancel"), ("Take stock", nil, "Cancel"), ("Duplicate", "Mouse", "Cancel"),
        ("Keyboard", nil, "Inventory"), ("Delete", "Mouse", "Cancel"), ("More", "Mouse", "Cancel"),
      ]
      for way in ways {
        try await chromium.click(way.0, row: way.row)
        let before = try await (chromium.location, chromium.heading, chromium.dialogs)
        try await chromium.reload()
        let after = try await (chromium.location, chromium.heading, chromium.dialogs)
        #expect(before == after)
        try await chromium.click(way.back)
        #expect(try await chromium.dialogs == [])
      }
      #expect(site.names.count == 4)
    }
  }

  @Test(arguments: Chromium.Options.every)
  func `Two tabs only share the items`(options: Chromium.Options) async throws {
    try await Site.visit(options) { chromium, site in
      let first = try await chromium.tab
      try await chromium.open("/inventory", of: site)
      try await chromium.click("Add")
      try await chromium.fill("Name", with: "Lamp")

      let second = try await chromium.newTab()
      try await chromium.open("/inventory", of: site)
      #expect(try await chromium.dialogs == [])
      try await chromium.click("Keyboard")
      try await chromium.fill("Quantity", with: "5")

      try await chromium.switchTo(tab: first)
      try await chromium.click("Save")
      try await chromium.click("Keyboard")
      try await chromium.fill("Name", with: "Piano")
      try await chromium.click("Inventory")
      #expect(site.names == ["Piano", "Monitor", "Mouse", "Headphones", "Lamp"])

      // Saving the changed quantity doesn't undo the new name.
      try await chromium.switchTo(tab: second)
      try await chromium.click("Inventory")
      #expect(try await chromium.rows == site.names)
      #expect(site.names.first == "Piano")
      #expect(site.item(named: "Piano")?.status == .inStock(quantity: 5))
    }
  }

  @Test(arguments: Chromium.Options.every)
  func `Two tabs of one page don't disturb each other`(options: Chromium.Options) async throws {
    try await Site.visit(options) { chromium, site in
      let first = try await chromium.tab
      try await chromium.open("/inventory", of: site)
      try await chromium.click("Add")
      try await chromium.click("Cancel")
      let url = try await chromium.url
      let second = try await chromium.newTab()
      try await chromium.open(url)
      try await chromium.click("Add")
      try await chromium.switchTo(tab: first)
      try await chromium.click("Duplicate", row: "Mouse")
      try await chromium.switchTo(tab: second)
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.click("Save")
      #expect(site.names.last == "Lamp")
      #expect(try await chromium.dialogs == [])
      try await chromium.switchTo(tab: first)
      #expect(try await chromium.dialogs == ["Duplicate item"])
      try await chromium.click("Save")
      #expect(site.names.suffix(2) == ["Lamp", "Mouse"])
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `Back leaves an alert that Back presented`(options: Chromium.Options) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/", of: site)
      try await chromium.click("Inventory")
      try await chromium.click("Mouse")
      try await chromium.fill("Name", with: "")
      try await chromium.back()
      let alert = ["Some changes to “Mouse” weren't saved"]
      try await chromium.waitFor("the alert") { try await chromium.dialogs == alert }
      try await chromium.back()
      #expect(try await chromium.heading == "Inventory")
      #expect(try await chromium.dialogs == [])
      try await chromium.back()
      #expect(try await chromium.heading == "Gallery")
      #expect(site.names.contains("Mouse"))
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `Enter answers an alert that Back presented`(options: Chromium.Options) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.click("Mouse")
      try await chromium.fill("Name", with: "")
      try await chromium.back()
      try await chromium.waitFor("the alert") {
        try await chromium.dialogs == ["Some changes to “Mouse” weren't saved"]
      }
      try await chromium.settle()
      #expect(try await chromium.evaluate("document.activeElement.localName").string == "button")
      try await chromium.perform(leavesPage: true) { try await chromium.press(Key.enter) }
      #expect(try await chromium.dialogs == [])
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `Clicking a link twice adds one history entry`(options: Chromium.Options) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.settle()
      let before = try await chromium.evaluate("history.length").number ?? 0
      try await chromium.evaluate(
        """
        (() => { const link = document.querySelector("a.back"); link.click(); link.click() })()
        """)
      try await chromium.waitFor("the gallery") { try await chromium.heading == "Gallery" }
      try await chromium.settle()
      #expect(try await chromium.evaluate("history.length").number == before + 1)
      try await chromium.back()
      #expect(try await chromium.heading == "Inventory")
    }
  }

  @Test(arguments: Chromium.Options.every)
  func `An item deleted in another tab shows a notice`(options: Chromium.Options) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/inventory", of: site)
      if options.javaScript {
        try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      }
      try await site.database.delete(1)
      let rest = ["Monitor", "Mouse", "Headphones"]
      if options.javaScript {
        try await chromium.waitFor("the other items") { try await chromium.rows == rest }
      } else {
        try await chromium.click("Keyboard")
        #expect(try await chromium.rows == rest)
        let page = try await chromium.text
        #expect(page.contains("We couldn't find that page"), "\(page)")
      }

      try await chromium.open("/inventory/items/2", of: site)
      try await chromium.fill("Name", with: "Screen")
      try await site.database.delete(2)
      try await chromium.click("Inventory")
      let list = try await chromium.text
      #expect(list.contains("deleted"), "\(list)")
      #expect(site.names == ["Mouse", "Headphones"])
    }
  }
}
