import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: taking stock in a cover")
struct StockTakeTests {
  @Test(arguments: withAndWithoutScripts)
  func `The stock take shows one screen per item, then a summary`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.goToInventory(of: site)
      try await chromium.click("Take stock")
      #expect(try await chromium.path == "/inventory/stocktake")
      let cover = try await chromium.box("dialog.cover")
      #expect(cover == Box(x: 0, y: 0, width: 1280, height: 900))

      try await chromium.click("Start")
      #expect(try await chromium.path == "/inventory/stocktake/1")
      #expect(try await chromium.heading == "Keyboard")
      try await chromium.fill("Counted", with: "98")
      try await chromium.click("Decrement")
      #expect(try await chromium.value(of: "Counted") == "97")
      try await chromium.click("Next")
      #expect(try await chromium.path == "/inventory/stocktake/2")
      try await chromium.click("Keyboard")
      #expect(try await chromium.path == "/inventory/stocktake/1")
      #expect(try await chromium.value(of: "Counted") == "97")
      try await chromium.click("Next")
      try await chromium.click("Next")
      // Enter continues.
      try await chromium.fill("Counted", with: "4")
      try await chromium.pressEnter(in: "Counted")
      #expect(try await chromium.path == "/inventory/stocktake/4")
      try await chromium.click("Next")
      #expect(try await chromium.path == "/inventory/stocktake/summary")
      #expect(try await chromium.heading == "Summary")
      #expect(try await chromium.text.contains("100 → 97"))
      #expect(site.item(named: "Keyboard")?.status == .inStock(quantity: 100))
      try await chromium.click("Save")
      #expect(try await chromium.path == "/inventory")
      #expect(site.item(named: "Keyboard")?.status == .inStock(quantity: 97))
      #expect(site.item(named: "Mouse")?.status == .inStock(quantity: 4))
      #expect(site.item(named: "Monitor")?.status == .inStock(quantity: 20))
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `A screen opened by its location works with the browser's Back button`(javaScript: Bool)
    async throws
  {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open("/inventory/stocktake/2", of: site)
      #expect(try await chromium.heading == "Monitor")
      try await chromium.fill("Counted", with: "5")
      try await chromium.click("Next")
      #expect(try await chromium.heading == "Mouse")
      try await chromium.reload()
      #expect(try await chromium.heading == "Mouse")
      try await chromium.back()
      #expect(try await chromium.heading == "Monitor")
      #expect(try await chromium.value(of: "Counted") == "5")
      try await chromium.forward()
      #expect(try await chromium.heading == "Mouse")
      try await chromium.click("Cancel")
      try await chromium.click("Discard")
      #expect(try await chromium.path == "/inventory")
      #expect(site.item(named: "Monitor")?.status == .inStock(quantity: 20))
    }
  }

  @Test func `Every way out asks for confirmation and keeps the history position`() async throws {
    let question = "Discard your counts?"
    try await Site.visit { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.click("Take stock")
      let closing = "onbeforeunload !== null"
      #expect(try await chromium.evaluate(closing).bool == false)
      try await chromium.click("Start")
      try await chromium.fill("Counted", with: "98")
      try await chromium.click("Next")
      #expect(try await chromium.evaluate(closing).bool == true)
      let length = try await chromium.evaluate("history.length").number
      for way in ["Escape", "Back", "Cancel"] {
        switch way {
        case "Escape":
          try await chromium.perform(leavesPage: false) { try await chromium.press(Key.escape) }
        case "Back":
          try await chromium.perform(leavesPage: false) {
            try await chromium.evaluate("history.go(-3)")
          }
        default: try await chromium.click(way)
        }
        try await chromium.waitFor("the question after \(way)") {
          try await chromium.dialogs.last == question
        }
        #expect(try await chromium.path == "/inventory/stocktake/2")
        let focus = "document.activeElement.textContent"
        #expect(try await chromium.evaluate(focus).string == "Keep counting", "\(way)")
        try await chromium.click("Keep counting")
        #expect(try await chromium.heading == "Monitor")
        #expect(try await chromium.evaluate("history.length").number == length.map { $0 + 1 })
      }
      try await chromium.fill("Counted", with: "5")
      try await chromium.perform(leavesPage: false) { try await chromium.press(Key.escape) }
      try await chromium.waitFor("the question") { try await chromium.dialogs.last == question }
      try await chromium.click("Keep counting")
      #expect(
        try await chromium.evaluate("document.activeElement.labels?.[0]?.textContent").string
          == "Counted")
      // Going back within the stock take doesn't ask for confirmation.
      try await chromium.back()
      #expect(try await chromium.heading == "Keyboard")
      #expect(try await chromium.value(of: "Counted") == "98")
      try await chromium.click("Cancel")
      try await chromium.click("Discard")
      #expect(try await chromium.path == "/inventory")
      #expect(try await chromium.evaluate(closing).bool == false)
      #expect(site.item(named: "Keyboard")?.status == .inStock(quantity: 100))
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `Counts entered between Back and Forward are kept`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open("/inventory", of: site)
      for button in ["Take stock", "Start", "Next", "Next"] { try await chromium.click(button) }
      for _ in 0..<2 { try await chromium.back() }
      for _ in 0..<2 { try await chromium.forward() }
      #expect(try await chromium.heading == "Mouse")
      try await chromium.back()
      try await chromium.click("Increment")
      #expect(try await chromium.value(of: "Counted") == "21")
      // Without the script, the tap adds a history entry and discards the entries after it.
      try await javaScript ? chromium.forward() : chromium.click("Next")
      #expect(try await chromium.heading == "Mouse")
      try await chromium.back()
      #expect(try await chromium.value(of: "Counted") == "21")
      try await javaScript ? chromium.forward() : chromium.click("Next")
      for _ in 0..<2 { try await chromium.click("Next") }
      #expect(try await chromium.text.contains("20 → 21"))
      #expect(try await !chromium.url.contains("&"))
      try await chromium.click("Save")
      #expect(site.item(named: "Monitor")?.status == .inStock(quantity: 21))
    }
  }

  @Test func `After Forward, a deleted item's count doesn't apply to another item`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/inventory", of: site)
      for button in ["Take stock", "Start", "Next"] { try await chromium.click(button) }
      try await chromium.back()
      try await chromium.forward()
      #expect(try await chromium.heading == "Monitor")
      try await site.database.delete(2)
      try await chromium.click("Increment")
      #expect(try await chromium.text.contains("We couldn't find that page"))
      #expect(try await chromium.heading == "Take stock")
      for button in ["Start", "Next"] { try await chromium.click(button) }
      #expect(try await chromium.heading == "Mouse")
      #expect(try await chromium.value(of: "Counted") == "0")
    }
  }

  @Test func `A stock take continued after Forward asks for confirmation too`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.click("Take stock")
      try await chromium.back()
      try await chromium.forward()
      #expect(try await chromium.heading == "Take stock")
      // Another scene continues from the previous state.
      try await chromium.click("Start")
      try await chromium.fill("Counted", with: "98")
      try await chromium.click("Next")
      let length = try await chromium.evaluate("history.length").number
      try await chromium.perform(leavesPage: false) {
        try await chromium.evaluate("history.go(-3)")
      }
      try await chromium.waitFor("the question") {
        try await chromium.dialogs.last == "Discard your counts?"
      }
      try await chromium.click("Keep counting")
      try await chromium.back()
      #expect(try await chromium.value(of: "Counted") == "98")
      try await chromium.click("Cancel")
      try await chromium.click("Discard")
      #expect(try await chromium.path == "/inventory")
      // The dialog and its answer have replaced the history entry that was left.
      #expect(try await chromium.evaluate("history.length").number == length)
    }
  }

  @Test(arguments: ["/inventory/stocktake", "/inventory/stocktake/2"])
  func `A page opened by its address shows items that others add`(path: String) async throws {
    try await Site.visit { chromium, site in
      try await chromium.open(path, of: site)
      let text = path.hasSuffix("2") ? "Item 2 of" : "Count"
      #expect(try await chromium.text.contains("\(text) 4"))
      try await site.database.add(Item(name: "Lamp", status: .inStock(quantity: 1)))
      try await chromium.waitFor("the fifth item") {
        try await chromium.text.contains("\(text) 5")
      }
      // A new page from the server shows the same.
      try await chromium.reload()
      #expect(try await chromium.text.contains("\(text) 5"))
    }
  }
}
