import Cairn
import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: the focus after an action")
struct FocusTests {
  /// The focused control and its position in the window.
  private struct Focus: Sendable {
    /// The control's name.
    let control: String
    /// The text of the control's row.
    let row: String
    /// The distance of its middle from the window's top, as a fraction of the window's height.
    let height: Double

    var isInSight: Bool { (0...1).contains(height) }
  }

  private func focus(in chromium: Chromium) async throws -> Focus? {
    let value = try await chromium.evaluate(
      """
      (() => {
        const element = document.activeElement
        if (!element || element == document.body) return null
        const box = element.getBoundingClientRect()
        return {
          control: element.labels?.[0]?.textContent ?? element.textContent,
          row: element.closest("li")?.textContent ?? "",
          height: (box.top + box.bottom) / 2 / innerHeight,
        }
      })()
      """)
    guard let control = value["control"].string else { return nil }
    return Focus(
      control: control, row: value["row"].string ?? "", height: value["height"].number ?? -1)
  }

  private func expect(
    _ control: String, row: String = "", in chromium: Chromium,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    // Browsers set the focus after loading the page.
    try await chromium.waitFor("a focus") { try await self.focus(in: chromium) != nil }
    let focus = try #require(await self.focus(in: chromium), sourceLocation: sourceLocation)
    #expect(focus.control == control, sourceLocation: sourceLocation)
    #expect(row.isEmpty || focus.row.contains(row), sourceLocation: sourceLocation)
    #expect(focus.isInSight, "at \(focus.height)", sourceLocation: sourceLocation)
  }

  @Test(arguments: Chromium.Options.withScript)
  func `Focus returns to the button of a form that its timer closed`(options: Chromium.Options)
    async throws
  {
    let clock = TestClock()
    try await Site.visit(options, clock: clock) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.settle()
      try await chromium.click("Duplicate", row: "Mouse")
      try await chromium.set("Timer", to: true)
      try await chromium.apply()
      await clock.advance(by: .seconds(5))
      try await chromium.waitFor("the list") { try await chromium.dialogs.isEmpty }
      try await chromium.settle()
      try await expect("Duplicate", row: "Mouse", in: chromium)
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `Focus moves to the next row when another user deletes the row`(
    options: Chromium.Options
  ) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      for (id, gone, next) in [(3, "Mouse", "Headphones"), (4, "Headphones", "Monitor")] {
        try await chromium.evaluate(
          """
          (() => [...document.querySelectorAll(".row-button")].find((one) => one.textContent === "\(gone)").focus())()
          """)
        try await site.database.delete(id)
        try await chromium.waitFor("the row to go") {
          try await !chromium.rows.contains(gone)
        }
        try await expect(next, row: next, in: chromium)
        let announced = try await chromium.evaluate(
          "document.querySelector('body > .announcer').textContent")
        #expect(announced.string == "Removed: \(gone)")
      }
    }
  }

  @Test(arguments: Chromium.Options.every)
  func `Row 701 of a thousand stays in view`(options: Chromium.Options) async throws {
    let items = Item.seed(count: 1000)
    let name = items[700].name
    try await Site.visit(options, items: items) { chromium, site in
      try await chromium.open("/inventory", of: site)
      #expect(try await focus(in: chromium) == nil)

      try await chromium.click("Duplicate", row: name)
      try await expect("Name", in: chromium)
      try await chromium.click("Cancel")
      try await expect("Duplicate", row: name, in: chromium)

      try await chromium.click("Delete", row: name)
      try await expect("Cancel", in: chromium)
      try await chromium.click("Cancel")
      try await expect("Delete", row: name, in: chromium)

      try await chromium.click(name)
      #expect(try await focus(in: chromium) == nil)
      try await chromium.click("Inventory")
      try await expect(name, row: name, in: chromium)

      try await chromium.click("Delete", row: name)
      try await chromium.click("Delete")
      #expect(site.item(named: name) == nil)
      try await expect(items[701].name, row: items[701].name, in: chromium)
      try await chromium.reload()
      #expect(try await focus(in: chromium) == nil)
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `Row 701 of a thousand doesn't move`(options: Chromium.Options) async throws {
    let items = Item.seed(count: 1000)
    let name = items[700].name
    try await Site.visit(options, items: items) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.settle()
      // Rows only get their heights when they're visible.
      for _ in 0..<2 {
        try await chromium.evaluate(
          """
          new Promise((done) => {
            document.querySelectorAll(".row")[700].scrollIntoView({ block: "center" })
            requestAnimationFrame(() => requestAnimationFrame(done))
          })
          """)
      }
      let top = "document.querySelectorAll('.row')[700].getBoundingClientRect().top"
      let before = try await chromium.evaluate(top).number ?? 0
      let steps = [
        ("Duplicate", true), ("Cancel", false), ("Delete", true), ("Cancel", false), ("More", true),
        ("Mark as out of stock", false), ("More", true), ("Cancel", false),
      ]
      for (button, isInRow) in steps {
        try await chromium.click(button, row: isInRow ? name : nil)
        try await chromium.settle()
        let now = try await chromium.evaluate(top).number ?? 0
        #expect(abs(now - before) <= 1, "\(button): \(before) → \(now)")
      }
      #expect(site.item(named: name)?.status.isInStock == false)
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `Back returns to the pressed control at its position`(options: Chromium.Options) async throws
  {
    let items = Item.seed(count: 1000)
    let name = items[700].name
    try await Site.visit(options, items: items) { chromium, site in
      try await chromium.open("/inventory", of: site)
      for (control, what) in [("Delete", "Delete"), ("More", "More"), (name, name)] {
        let row = control == name ? nil : name
        try await chromium.evaluate(
          "document.querySelectorAll('.row')[700].scrollIntoView({ block: 'center' })")
        let place = try await chromium.evaluate("scrollY").number ?? 0
        #expect(place > 10_000)
        try await chromium.click(control, row: row)
        try await chromium.back()
        try await expect(what, row: name, in: chromium)
        let now = try await chromium.evaluate("scrollY").number ?? 0
        // Rows that haven't been visible yet have an estimated height.
        #expect(abs(now - place) < 100, "\(control): \(place) → \(now)")
      }
    }
  }

  @Test(arguments: Chromium.Options.every)
  func `Focus moves to an invalid field, or stays on a form's button`(options: Chromium.Options)
    async throws
  {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.click("Add")
      try await expect("Name", in: chromium)
      if !options.javaScript {
        try await chromium.click("Apply")
        try await expect("Apply", in: chromium)
      }
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.fill("Quantity", with: "abc")
      try await chromium.click(options.javaScript ? "Save" : "Apply")
      try await expect("Quantity", in: chromium)
      try await chromium.click("Cancel")
      try await expect("Add", in: chromium)
    }
  }

  /// Typed text is sent after a pause, when the user may already be in the next field.
  @Test(arguments: Chromium.Options.withScript)
  func `Focus stays in the next field when typed text is rejected`(options: Chromium.Options)
    async throws
  {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/inventory/items/2", of: site)
      try await chromium.settle()
      try await chromium.fill("Quantity", with: "many")
      try await chromium.evaluate("document.querySelector('select').focus()")
      try await chromium.settle()
      #expect(try await chromium.problem(of: "Quantity") != nil)
      #expect(try await chromium.evaluate("document.activeElement.localName").string == "select")
      // Pressing a button moves the focus to the invalid field.
      try await chromium.click("Save")
      #expect(
        try await chromium.evaluate("document.activeElement.getAttribute('aria-invalid')").string
          == "true")
    }
  }
}
