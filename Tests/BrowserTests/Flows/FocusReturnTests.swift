import Testing

@testable import Gallery
@testable import WebDriver

/// The focus after its control is out of reach.
@Suite("Browser: the focus without its control")
struct FocusReturnTests {
  /// The accessibility label of the focused control, or else its text, with the row in which it is.
  private func focus(in chromium: Chromium) async throws -> String {
    let value = try await chromium.evaluate(
      """
      (() => {
        const element = document.activeElement
        if (!element || element.matches("body, form, dialog")) return ""
        return element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent
      })()
      """)
    return value.string ?? ""
  }

  private func expect(
    _ control: String, in chromium: Chromium, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    // Browsers set the focus after loading the page.
    try await chromium.waitFor("a focus") { try await !self.focus(in: chromium).isEmpty }
    let focus = try await focus(in: chromium)
    #expect(focus == control, sourceLocation: sourceLocation)
  }

  @Test(arguments: Chromium.Options.every)
  func `Focus returns to the control that opened the dialog before the popover`(
    options: Chromium.Options
  ) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/inventory", of: site)
      for way in ["Cancel", "Save"] {
        try await chromium.click("More", row: "Headphones")
        try await expect("Cancel", in: chromium)
        try await chromium.click("Duplicate")
        try await expect("Name", in: chromium)
        if way == "Save" {
          try await chromium.fill("Name", with: "Speaker")
          try await chromium.apply()
        }
        try await chromium.click(way)
        try await expect("More about Headphones", in: chromium)
      }
      guard options.javaScript else { return }
      try await chromium.click("More", row: "Headphones")
      try await chromium.click("Duplicate")
      try await chromium.perform(leavesPage: true) { try await chromium.press(Key.escape) }
      try await expect("More about Headphones", in: chromium)
    }
  }

  @Test(arguments: Chromium.Options.every)
  func `Focus moves to a stepper's other button when the pressed one is disabled`(
    options: Chromium.Options
  ) async throws {
    let items = [Item(name: "Lamp", status: .inStock(quantity: 2))]
    try await Site.visit(options, items: items) { chromium, site in
      try await chromium.open("/inventory/stocktake/1", of: site)
      for (value, focused) in [("1", "Decrement"), ("0", "Increment")] {
        try await chromium.click("Decrement")
        #expect(try await chromium.value(of: "Counted") == value)
        try await expect(focused, in: chromium)
        guard options.javaScript else { continue }
        let announced = try await chromium.evaluate(
          "[...document.querySelectorAll('.announcer')].at(-1).textContent")
        #expect(announced.string == "Counted \(value)")
      }
    }
  }

  @Test(arguments: Chromium.Options.every)
  func `An alert that's loaded again focuses Cancel`(options: Chromium.Options) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.click("Delete", row: "Mouse")
      try await chromium.reload()
      try await expect("Cancel", in: chromium)
      try await chromium.click("Cancel")
      try await chromium.reload()
      #expect(try await focus(in: chromium) == "")
    }
  }

  @Test(arguments: Chromium.Options.every)
  func `A cover that's loaded again focuses the declared field`(
    options: Chromium.Options
  ) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/inventory/stocktake/2", of: site)
      try await expect("Counted", in: chromium)
    }
  }
}
