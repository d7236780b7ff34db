import Testing

@testable import Gallery
@testable import WebDriver

/// The focus after the actions of tables, lists, menus, and tabs.
@Suite("Browser: focus in the catalog")
struct CatalogFocusTests {
  /// The name of the focused control, and the text of its row if it's the menu of a row.
  private func focus(in chromium: Chromium) async throws -> String {
    let value = try await chromium.evaluate(
      """
      (() => {
        const element = document.activeElement
        if (!element || element.matches("body, form, dialog")) return ""
        const name = (element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent).trim()
        const row = element.closest(".row-actions") && element.closest("li").querySelector(".text").textContent
        return row ? `${name} of ${row}` : name
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

  private func open(
    _ path: String, javaScript: Bool,
    _ body: @Sendable (Chromium) async throws -> Void
  ) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open(path, of: site)
      try await chromium.settle()
      try await body(chromium)
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `After sorting a table, the focus is on the header`(javaScript: Bool) async throws {
    try await open("/catalog/tables", javaScript: javaScript) { chromium in
      for (column, order) in [("Name", "descending"), ("Price", "ascending")] {
        try await chromium.perform(leavesPage: true) {
          try await chromium.click(CatalogControls.header(column, in: chromium))
        }
        try await expect(column, in: chromium)
        let sorted = try await chromium.evaluate(
          "document.activeElement.closest('th').getAttribute('aria-sort')")
        #expect(sorted.string == order)
      }
    }
  }

  /// With the script, scrolling to the button already loads more.
  @Test func `After loading more rows, the focus is on the button for more`() async throws {
    try await open("/catalog/tables", javaScript: false) { chromium in
      for last in ["Entry 5", "Entry 10"] {
        try await chromium.perform(leavesPage: true) {
          try await chromium.click(CatalogControls.showMore(in: chromium))
        }
        try await expect("Show more", in: chromium)
        try await chromium.waitFor(last) { try await chromium.text.contains(last) }
      }
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `A search keeps the focus`(javaScript: Bool) async throws {
    try await open("/catalog/tables", javaScript: javaScript) { chromium in
      try await chromium.fill("Search for tools", with: "ham")
      if javaScript { try await chromium.settle() } else { try await chromium.click("Search") }
      try await chromium.waitFor("the found row") {
        try await chromium.evaluate("document.querySelector('table tbody').rows.length").number == 1
      }
      try await expect(javaScript ? "Search for tools" : "Search", in: chromium)
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `A menu gives the focus back to its button`(javaScript: Bool) async throws {
    try await open("/catalog/menus", javaScript: javaScript) { chromium in
      try await chromium.click("Options", leavesPage: false)
      try await chromium.press(Key.escape)
      try await expect("Options", in: chromium)
      try await chromium.click("Options", leavesPage: false)
      try await chromium.click("Rename")
      try await expect("Options", in: chromium)
      // A dialog has the focus until it's answered.
      for answer in ["Cancel", "Continue"] {
        try await chromium.click("Options", leavesPage: false)
        try await chromium.click("Ask")
        try await expect("Cancel", in: chromium)
        try await chromium.click(answer)
        try await expect("Options", in: chromium)
      }
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `After deleting a row with its menu, the focus is on the menu of the adjacent row`(
    javaScript: Bool
  ) async throws {
    try await open("/catalog/menus", javaScript: javaScript) { chromium in
      let last = "A monitor with a name that's too long for one line of a phone"
      for (row, next) in [("Mouse", "Keyboard"), (last, "Keyboard")] {
        try await chromium.click("More actions", row: row, leavesPage: false)
        try await chromium.click("Delete", row: row)
        try await expect("More actions of \(next)", in: chromium)
      }
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `A pushed screen is read from its top, and Back focuses the row`(
    javaScript: Bool
  ) async throws {
    try await open("/catalog", javaScript: javaScript) { chromium in
      try await chromium.click("Menus")
      #expect(try await chromium.heading == "Menus")
      #expect(try await focus(in: chromium) == "")
      try await chromium.click("Catalog")
      try await expect("Menus", in: chromium)
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `After choosing a tab, the focus is on the tab`(javaScript: Bool) async throws {
    try await open("/trains/home/station/Oslo", javaScript: javaScript) { chromium in
      for tab in ["Arrivals", "Departures"] {
        try await chromium.click(tab)
        try await expect(tab, in: chromium)
      }
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `After expanding a group, the focus is on its button`(javaScript: Bool) async throws {
    try await open("/catalog/layout", javaScript: javaScript) { chromium in
      for _ in 0..<2 {
        try await chromium.click("Details")
        try await expect("Details", in: chromium)
      }
    }
  }
}
