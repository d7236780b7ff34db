import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: keyboard only")
struct KeyboardTests {
  /// The focused control.
  private struct Focus: Equatable, Sendable {
    /// The control's name, or `nil` if no control has the focus, as between the last and the first.
    var control: String?
    /// Whether the control is in the top layer.
    var isOnTop = true
    /// Whether the focus is visible.
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
    Issue.record("Tab doesn't reach “\(name)”")
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
      // The field already has the focus.
      ["Decrement", "Increment", "Next", "Take stock", "Cancel", "Counted"]
    ),
  ])
  func `Tab reaches the controls of the top layer in order`(
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
  func `Enter presses the default button for any focused field`(
    options: Chromium.Options
  ) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/inventory/stocktake", of: site)
      try await chromium.settle()
      #expect(try await focus(in: chromium).control == "Start")
      try await chromium.perform(leavesPage: true) { try await chromium.press(Key.enter) }
      #expect(try await chromium.path == "/inventory/stocktake/1")
      // The user can type digits immediately, which replace the expected count.
      #expect(try await focus(in: chromium).control == "Counted")
      for digit in ["4", "2"] { try await chromium.press(digit) }
      try await chromium.perform(leavesPage: true) { try await chromium.press(Key.enter) }
      #expect(try await chromium.path == "/inventory/stocktake/2")
      // Enter presses a focused button itself. The test uses Shift-Tab, because Tab after the last
      // control leads to Firefox's toolbar and then back to a page without focus. The driver still
      // sends keys to such a page, but Firefox doesn't press its buttons.
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
  func `An item can be added and deleted with the keyboard`(javaScript: Bool) async throws {
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
