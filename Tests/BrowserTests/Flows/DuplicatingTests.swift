import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: duplicating an item in a popover")
struct DuplicatingTests {
  @Test(arguments: withAndWithoutScripts)
  func `The popover is presented at its row`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.goToInventory(of: site)
      for (number, name) in site.names.enumerated() {
        try await chromium.click("Duplicate", row: name)
        #expect(try await chromium.path == "/inventory/items/\(number + 1)/duplicate")
        #expect(try await chromium.dialogs == ["Duplicate item"])
        #expect(try await chromium.value(of: "Name") == name)
        let row = try await chromium.box(".row.anchor")
        let popover = try await chromium.box("dialog.popover")
        #expect((0...16).contains(popover.y - row.bottom))
        #expect(popover.x >= row.x && popover.right <= row.right)
        #expect(row.y >= 0)
        try await chromium.click("Cancel")
        #expect(try await chromium.path == "/inventory")
      }
    }
  }

  /// Firefox can place the popover at an anchor, but doesn't support the initial scroll position.
  @Test func `The popover is presented at its row in Firefox`() async throws {
    let items = Item.seed(count: 40)
    try await Site.visit(.init(engine: .firefox), items: items) { chromium, site in
      for number in [2, 30] {
        try await chromium.open("/inventory/items/\(number)/duplicate", of: site)
        try await chromium.settle()
        let row = try await chromium.box(".row.anchor")
        let popover = try await chromium.box("dialog.popover")
        let height = try await chromium.viewport.height
        #expect((0...16).contains(popover.y - row.bottom))
        #expect(popover.x >= row.x && popover.right <= row.right)
        #expect((0..<height).contains(popover.y))
      }
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `A narrow window shows both the row and the popover`(javaScript: Bool) async throws {
    let options = Chromium.Options(javaScript: javaScript, width: 390, height: 844, isTouch: true)
    try await Site.visit(options, items: Item.seed(count: 30)) { chromium, site in
      for number in [1, 15, 30] {
        try await chromium.open("/inventory/items/\(number)/duplicate", of: site)
        let row = try await chromium.box(".row.anchor")
        let popover = try await chromium.box("dialog.popover")
        let (width, height) = try await chromium.viewport
        #expect(popover.x >= 0 && popover.right <= width)
        #expect(row.y >= 0 && popover.y >= 0 && popover.y < height / 2)
        #expect((0...16).contains(popover.y - row.bottom))
        // Its buttons are immediately visible.
        let bar = try await chromium.box("dialog.popover .toolbar")
        #expect(bar.bottom <= height)
        #expect(try await chromium.overflow == [])
      }
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `A popover is scrolled into view`(javaScript: Bool) async throws {
    let options = Chromium.Options(javaScript: javaScript, width: 390, height: 844, isTouch: true)
    try await Site.visit(options, items: Item.seed(count: 8)) { chromium, site in
      for name in ["Item 5", "Item 8"] {
        try await chromium.open("/inventory", of: site)
        try await chromium.click("Duplicate", row: name)
        let height = try await chromium.viewport.height
        try await chromium.waitFor("all of it") {
          try await chromium.box("dialog.popover").bottom <= height + 1
        }
        let row = try await chromium.box(".row.anchor")
        #expect(row.y >= 0)
        #expect(try await chromium.value(of: "Name") == name)
      }
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `A popover taller than the window scrolls`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript, width: 1280, height: 300)) {
      chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.click("Duplicate", row: "Mouse")
      let height = try await chromium.viewport.height
      let dialog = try await chromium.box("dialog.popover")
      #expect(dialog.bottom > height)
      // Turning the wheel over the popover reveals its lower part.
      for _ in 0..<10 {
        try await chromium.devTools(
          "Input.dispatchMouseEvent",
          [
            "type": "mouseWheel", "x": .number(dialog.x + 100), "y": .number(height / 2),
            "deltaX": 0, "deltaY": 200,
          ])
      }
      try await chromium.waitFor("its end") {
        try await chromium.box("dialog.popover").bottom <= height
      }
      try await chromium.click("Save")
      #expect(site.names.count == 5)
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `A popover is centered if its row is gone`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.click("Duplicate", row: "Mouse")
      try await site.database.delete(3)
      if javaScript {
        try await chromium.waitFor("the others") { try await chromium.rows.count == 3 }
      } else {
        try await chromium.reload()
      }
      #expect(try await chromium.dialogs == ["Duplicate item"])
      let dialog = try await chromium.box("dialog.popover")
      let (width, height) = try await chromium.viewport
      #expect(abs(dialog.x + dialog.width / 2 - width / 2) < 16, "\(dialog)")
      #expect(dialog.y >= 0 && dialog.bottom <= height, "\(dialog)")
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `A copy is saved as a separate item`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.click("Duplicate", row: "Mouse")
      try await chromium.fill("Name", with: "Mouse, copied")
      try await chromium.set("In stock", to: true)
      try await chromium.apply()
      try await chromium.fill("Quantity", with: "7")
      try await chromium.click("Save")
      #expect(try await chromium.path == "/inventory")
      #expect(site.item(named: "Mouse, copied")?.status == .inStock(quantity: 7))
      #expect(site.item(named: "Mouse, copied")?.color == .white)
      #expect(site.item(named: "Mouse")?.status == .outOfStock(isOnBackOrder: true))
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `A popover opened by its location can be saved with Enter`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open("/inventory/items/2/duplicate", of: site)
      #expect(try await chromium.title == "Duplicate item – Inventory")
      try await chromium.pressEnter(in: "Name")
      #expect(site.names == ["Keyboard", "Monitor", "Mouse", "Headphones", "Monitor"])
      #expect(try await chromium.rows.count == 5)
    }
  }
}
