import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: rows that are links")
struct LinkTests {
  @Test(arguments: Chromium.Options.every)
  func `A click leads to the link's address, and Back to the list`(
    options: Chromium.Options
  ) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.goToInventory(of: site)
      if options.javaScript { try await chromium.settle() }
      let scenes = site.sceneCount
      let link = try await chromium.control("Mouse")
      let href = try #require(await chromium.attribute("href", of: link))
      try await chromium.click("Mouse")
      #expect(try await chromium.path == href)
      #expect(try await chromium.value(of: "Name") == "Mouse")
      // With the script, the page uses the scene of the list.
      #expect(site.sceneCount == scenes)
      try await chromium.back()
      #expect(try await chromium.path == "/inventory")
      #expect(try await chromium.heading == "Inventory")
      #expect(try await chromium.rows.count == 4)
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `Enter follows a link, and Back restores the focus`(
    options: Chromium.Options
  ) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.settle()
      try await chromium.evaluate(
        """
        (() => [...document.querySelectorAll(".row-button")][1].focus())()
        """)
      try await chromium.perform(leavesPage: true) { try await chromium.press(Key.enter) }
      #expect(try await chromium.path == "/inventory/items/2")
      #expect(site.sceneCount == 1)
      try await chromium.click("Inventory")
      try await chromium.settle()
      #expect(
        try await chromium.evaluate("document.activeElement.textContent").string == "Monitor")
    }
  }

  @Test(arguments: Chromium.Options.every)
  func `A click that opens another tab doesn't change the page`(
    options: Chromium.Options
  ) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/inventory", of: site)
      if options.javaScript { try await chromium.settle() }
      let list = try await chromium.tab
      _ = try await chromium.clickIntoNewTab("Mouse")
      #expect(try await chromium.path == "/inventory/items/3")
      #expect(try await chromium.value(of: "Name") == "Mouse")
      try await chromium.fill("Name", with: "Rat")
      try await chromium.click("Inventory")
      #expect(site.item(3)?.name == "Rat")
      try await chromium.switchTo(tab: list)
      #expect(try await chromium.path == "/inventory")
      #expect(try await chromium.heading == "Inventory")
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `A click on the document itself has no effect`(options: Chromium.Options) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.settle()
      // Scripts of browser extensions send such events.
      let errors = try await chromium.evaluate(
        """
        (() => {
          const errors = []
          addEventListener("error", ({ message }) => errors.push(message))
          for (const type of ["pointerdown", "click"]) document.dispatchEvent(new MouseEvent(type, { bubbles: true }))
          document.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }))
          return errors
        })()
        """)
      #expect(errors.array.isEmpty)
      try await chromium.click("Mouse")
      #expect(try await chromium.path == "/inventory/items/3")
    }
  }
}
