import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: the keyboard alone")
struct KeyboardTests {
  /// What has the focus.
  private struct Focus: Equatable, Sendable {
    /// The name of the control; nil where the focus is in none, as between the last and the first.
    var control: String?
    /// Whether it is in the top layer.
    var isOnTop = true
    /// Whether one sees it.
    var isVisible = true
  }

  private func focus(in chromium: Chromium) async throws -> Focus {
    let value = try await chromium.evaluate(
      """
      (() => {
        const element = document.activeElement
        if (!element || element.matches("body, dialog")) return null
        const style = getComputedStyle(element)
        return {
          control: element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent,
          isOnTop: document.querySelector("body > :not([inert])").contains(element),
          isVisible: style.outlineStyle != "none" && parseFloat(style.outlineWidth) >= 2
            && element.getBoundingClientRect().width > 1,
        }
      })()
      """)
    guard let control = value["control"].string else { return Focus() }
    return Focus(
      control: control, isOnTop: value["isOnTop"].bool == true,
      isVisible: value["isVisible"].bool == true)
  }

  /// Presses Tab until a control has the focus.
  private func tab(to name: String, in chromium: Chromium) async throws {
    for _ in 0..<40 {
      try await chromium.press(Key.tab)
      if try await focus(in: chromium).control == name { return }
    }
    Issue.record("Tab does not reach “\(name)”")
  }

  @Test(arguments: [
    (
      "/inventory/add",
      ["Cancel", "Save", "Name", "Color", "In stock", "Quantity", "Timer"]
    ),
    (
      "/inventory/items/3/duplicate",
      ["Cancel", "Save", "Name", "Color", "In stock", "On back order", "Timer"]
    ),
    (
      "/inventory/items/1",
      ["Inventory", "Cancel", "Save", "Name", "Color", "In stock", "Quantity", "Timer"]
    ),
    (
      "/inventory/stocktake/1",
      ["Take stock", "Cancel", "Counted", "Decrement Counted", "Increment Counted", "Next"]
    ),
  ])
  func `Tab reaches what is on top, in order, and shows it`(
    path: String, controls: [String]
  ) async throws {
    try await Site.visit { chromium, site in
      try await chromium.open(path, of: site)
      var seen: [String] = []
      for _ in 0..<controls.count + 2 {
        try await chromium.press(Key.tab)
        let focus = try await focus(in: chromium)
        #expect(focus.isOnTop && focus.isVisible, "\(focus)")
        if let control = focus.control { seen.append(control) }
      }
      #expect(Array(seen.prefix(controls.count)) == controls)
      #expect(Set(seen) == Set(controls))
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `Return presses the default action wherever the focus is`(
    options: Chromium.Options
  ) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/inventory/stocktake", of: site)
      try await chromium.settle()
      #expect(try await focus(in: chromium).control == nil)
      try await chromium.perform(leavesPage: true) { try await chromium.press(Key.enter) }
      #expect(try await chromium.path == "/inventory/stocktake/1")
      // Digits are typed right away, over the expected count.
      #expect(try await focus(in: chromium).control == "Counted")
      for digit in ["4", "2"] { try await chromium.press(digit) }
      try await chromium.perform(leavesPage: true) { try await chromium.press(Key.enter) }
      #expect(try await chromium.path == "/inventory/stocktake/2")
      // A button that has the focus is pressed itself. Behind the last control Tab would lead out of the page into
      // Firefox's toolbar, and from there back to a page that doesn't have the focus: its driver sends keys there all
      // the same, and Firefox presses no button of such a page.
      try await chromium.press(Key.tab, with: Key.shift)
      #expect(try await focus(in: chromium).control == "Cancel")
      #expect(try await chromium.evaluate("document.hasFocus()").bool == true)
      try await chromium.perform(leavesPage: true) { try await chromium.press(Key.enter) }
      #expect(try await chromium.path == "/inventory/stocktake/2")
      #expect(try await chromium.dialogs.count == 2)
    }
  }

  @Test func `Tab stays in an alert`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.click("Delete", row: "Mouse")
      var seen: [String] = []
      for _ in 0..<5 {
        try await chromium.press(Key.tab)
        if let control = try await focus(in: chromium).control { seen.append(control) }
      }
      #expect(Set(seen) == ["Delete", "Cancel"])
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `adding and deleting an item`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open("/", of: site)
      try await tab(to: "Inventory", in: chromium)
      try await chromium.perform(leavesPage: true) { try await chromium.press(Key.enter) }
      try await tab(to: "Add", in: chromium)
      try await chromium.perform(leavesPage: true) { try await chromium.press(Key.enter) }
      try await tab(to: "Name", in: chromium)
      for letter in "Lamp" { try await chromium.press(String(letter)) }
      try await tab(to: "In stock", in: chromium)
      try await chromium.press(Key.space)
      try await chromium.perform(leavesPage: true) { try await chromium.press(Key.enter) }
      #expect(site.item(named: "Lamp")?.status == .outOfStock(isOnBackOrder: false))

      try await tab(to: "Delete Keyboard", in: chromium)
      try await chromium.perform(leavesPage: true) { try await chromium.press(Key.space) }
      try await tab(to: "Delete", in: chromium)
      try await chromium.perform(leavesPage: true) { try await chromium.press(Key.enter) }
      #expect(site.names == ["Monitor", "Mouse", "Headphones", "Lamp"])
    }
  }
}
