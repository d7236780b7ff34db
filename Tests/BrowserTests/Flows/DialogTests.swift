import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: alerts and confirmation dialogs")
struct DialogTests {
  @Test(arguments: withAndWithoutScripts)
  func `Deleting asks for confirmation`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.goToInventory(of: site)
      try await chromium.click("Delete", row: "Monitor")
      #expect(try await chromium.path == "/inventory")
      #expect(try await chromium.dialogs == ["Delete “Monitor”?"])
      // A click next to an alert has no effect.
      try await chromium.click(at: (20, 450))
      #expect(try await chromium.dialogs.count == 1)
      try await chromium.click("Cancel")
      #expect(try await chromium.dialogs == [])
      #expect(site.names.count == 4)

      try await chromium.click("Delete", row: "Monitor")
      try await chromium.click("Delete")
      #expect(try await chromium.rows == ["Keyboard", "Mouse", "Headphones"])
      #expect(site.names == ["Keyboard", "Mouse", "Headphones"])
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `A confirmation dialog is presented at its row`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript), items: Item.seed(count: 60)) {
      chromium, site in
      try await chromium.goToInventory(of: site)
      for number in [2, 30, 60] {
        let name = site.names[number - 1]
        try await chromium.click("More", row: name)
        #expect(try await chromium.dialogs == [name])
        let row = try await chromium.box(".row.anchor")
        let dialog = try await chromium.box("dialog.confirmation")
        let gap = max(dialog.y - row.bottom, row.y - dialog.bottom)
        #expect((0...16).contains(gap), "\(row) \(dialog)")
        let (_, height) = try await chromium.viewport
        #expect(row.bottom > 0 && row.y < height)
        #expect(dialog.y >= 0 && dialog.bottom <= height && dialog.right <= row.right)
        try await chromium.click("Cancel")
        let anchors = try await chromium.evaluate("document.querySelectorAll('.anchor').length")
        #expect(anchors.number == 0)
      }
    }
  }

  @Test(arguments: [(1280, 700), (640, 420)])
  func `A confirmation dialog doesn't scroll the page`(width: Int, height: Int) async throws {
    let options = Chromium.Options(width: width, height: height)
    try await Site.visit(options, items: Item.seed(count: 60)) { chromium, site in
      try await chromium.goToInventory(of: site)
      let name = site.names[29]
      // Also at the window's edge.
      for top in stride(from: height * 3 / 7, through: height * 4 / 7, by: 20) {
        let before = try await chromium.evaluate(
          """
          (() => {
            const row = document.querySelectorAll("li.row")[29]
            scrollBy(0, row.getBoundingClientRect().top - \(top))
            return new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(scrollY))))
          })()
          """
        ).number
        try await chromium.click("More", row: name)
        #expect(try await chromium.dialogs == [name])
        #expect(try await chromium.evaluate("scrollY").number == before, "\(top)")
        try await chromium.click("Cancel")
      }
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `A confirmation dialog above a rejected field has the focus`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open("/inventory/stocktake/1", of: site)
      try await chromium.click("Next")
      try await chromium.fill("Counted", with: "many")
      try await chromium.click("Cancel")
      #expect(try await chromium.dialogs.last == "Discard your counts?")
      // Browsers set the focus after loading the page.
      try await chromium.waitFor("the focus") {
        try await chromium.evaluate("document.activeElement.innerText").string == "Keep counting"
      }
    }
  }

  @Test func `A confirmation dialog is at the bottom of a narrow window`() async throws {
    try await Site.visit(.init(width: 390, height: 844, isTouch: true)) { chromium, site in
      try await chromium.goToInventory(of: site)
      try await chromium.click("More", row: "Keyboard")
      let dialog = try await chromium.box("dialog.confirmation")
      let (width, height) = try await chromium.viewport
      #expect((0...16).contains(height - dialog.bottom))
      #expect(dialog.x >= 0 && dialog.right <= width && dialog.y > height / 2)
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `A canceled alert can't be confirmed later`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.click("Delete", row: "Monitor")
      try await chromium.click("Cancel")
      try await chromium.back()
      // The previous page comes either from the browser's cache, with its alert, or from the server.
      if try await chromium.dialogs == ["Delete “Monitor”?"] {
        try await chromium.click("Delete")
        #expect(try await chromium.text.contains("wasn't processed"))
      }
      #expect(site.names.count == 4)
      try await chromium.open("/inventory", of: site)
      #expect(try await chromium.rows.count == 4)
    }
  }

  /// Simulates a slow double click on Delete whose second click hits Delete in the alert.
  @Test func `A double click doesn't confirm an alert`() async throws {
    let options = Chromium.Options(javaScript: false, width: 390, height: 844)
    try await Site.visit(options, items: Item.seed(count: 12)) { chromium, site in
      try await chromium.open("/inventory", of: site)
      // Without animations, the alert's initial delay lasts on a machine of any speed.
      try await chromium.setAnimationRate(0)
      try await chromium.click("Delete", row: "Mouse")
      // The first click may have been at the position of the alert's buttons.
      let box = try await chromium.box("dialog.alert button.destructive")
      let place = (Int(box.x + box.width / 2), Int(box.y + box.height / 2))
      try await chromium.click(at: place)
      #expect(try await chromium.dialogs == ["Delete “Mouse”?"])
      #expect(site.names.contains("Mouse"))
      try await chromium.setAnimationRate(1)
      try await chromium.waitFor("the alert to listen") {
        try await chromium.style("pointer-events", of: "dialog.alert .destructive") == "auto"
      }
      try await chromium.click(at: place)
      try await chromium.waitFor("the list") { try await chromium.dialogs == [] }
      #expect(!site.names.contains("Mouse"))
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `More presents the available actions`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.goToInventory(of: site)
      try await chromium.click("More", row: "Keyboard")
      #expect(try await chromium.path == "/inventory")
      #expect(try await chromium.dialogs == ["Keyboard"])
      let buttons = try await chromium.elements(xpath: "//dialog//button")
      var names: [String] = []
      for button in buttons { try await names.append(chromium.text(of: button)) }
      #expect(names == ["Duplicate", "Mark as out of stock", "Cancel"])
      try await chromium.click("Cancel")
      #expect(try await chromium.dialogs == [])

      try await chromium.click("More", row: "Keyboard")
      try await chromium.click("Mark as out of stock")
      #expect(site.item(named: "Keyboard")?.status == .outOfStock(isOnBackOrder: false))
      #expect(try await chromium.text(of: chromium.row("Keyboard")).contains("Out of stock"))

      try await chromium.click("More", row: "Keyboard")
      try await chromium.click("Mark as in stock")
      #expect(site.item(named: "Keyboard")?.status == .inStock(quantity: 1))

      try await chromium.click("More", row: "Keyboard")
      try await chromium.click("Duplicate")
      #expect(try await chromium.path == "/inventory/items/1/duplicate")
      #expect(try await chromium.dialogs == ["Duplicate item"])
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `A click next to a confirmation dialog dismisses it`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.click("More", row: "Mouse")
      try await chromium.clickBackdrop()
      #expect(try await chromium.dialogs == [])
      #expect(site.item(named: "Mouse")?.status == .outOfStock(isOnBackOrder: true))
    }
  }
}
