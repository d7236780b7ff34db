import CairnServer
import Testing

@testable import Gallery
@testable import WebDriver

/// The layout of pages in languages that are written from right to left.
@Suite("Browser: pages from right to left")
struct RightToLeftTests {
  private static let wide = Chromium.Options(width: 1000, height: 800)
  private static let narrow = Chromium.Options(width: 320, height: 640)

  /// Shows the inventory from right to left.
  private func visit(
    _ options: Chromium.Options, _ body: @Sendable (Chromium, Site) async throws -> Void
  ) async throws {
    try await Site.serve(mounts: [Mount("/inventory", ArabicInventory.self)]) { site in
      try await site.visit(options) { try await body($0, site) }
    }
  }

  /// The horizontal edges of the last element with a selector, from the left edge of the window.
  private func edges(
    of selector: String, in chromium: Chromium
  ) async throws -> (left: Double, right: Double) {
    let values = try await chromium.evaluate(
      """
      (() => {
        const { left, right } = [...document.querySelectorAll(\(Chromium.literal(selector)))].at(-1)
          .getBoundingClientRect()
        return [left, right]
      })()
      """
    ).array.compactMap(\.number)
    try #require(values.count == 2)
    return (values[0], values[1])
  }

  /// Expects that one element is to the right of another one.
  private func expect(
    _ first: String, isRightOf second: String, in chromium: Chromium,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let left = try await edges(of: first, in: chromium).left
    let right = try await edges(of: second, in: chromium).right
    #expect(left >= right - 1, "\(first), \(second)", sourceLocation: sourceLocation)
  }

  @Test(arguments: [Self.wide, Self.narrow])
  func `The start of a page is on the right`(options: Chromium.Options) async throws {
    try await visit(options) { chromium, site in
      try await chromium.open("/inventory", of: site)
      #expect(try await chromium.evaluate("document.documentElement.dir").string == "rtl")
      let bar = try await edges(of: ".bar", in: chromium)
      let back = try await edges(of: ".bar .back", in: chromium)
      let title = try await edges(of: ".bar > h1", in: chromium)
      let list = try await edges(of: "ul.list", in: chromium)
      #expect(bar.right - back.right < back.left - bar.left)
      #expect(abs(title.right - list.right) < 2)
      let toolbar = try await edges(of: ".toolbar", in: chromium)
      #expect(abs(toolbar.left - list.left) < 2)
      // A row begins with its name, and ends with its actions.
      let name = try await chromium.evaluate(
        """
        (() => {
          const range = document.createRange()
          range.selectNodeContents(document.querySelector(".row-button"))
          const row = document.querySelector(".row").getBoundingClientRect()
          const text = range.getBoundingClientRect()
          return row.right - text.right < text.left - row.left
        })()
        """)
      #expect(name.bool == true)
      let actions = try await edges(of: ".row-actions", in: chromium)
      #expect(actions.left - list.left < list.right - actions.right)
      #expect(try await chromium.overflow == [])
    }
  }

  @Test func `Chevrons point to the start and the end of the line`() async throws {
    try await visit(Self.wide) { chromium, site in
      try await chromium.open("/inventory/items/1", of: site)
      let back = try await chromium.evaluate(
        "getComputedStyle(document.querySelector('.bar .back'), '::before').rotate")
      #expect(back.string == "45deg")
    }
  }

  @Test(arguments: [Self.wide, Self.narrow])
  func `Forms, switches, and errors begin on the right`(options: Chromium.Options) async throws {
    try await visit(options) { chromium, site in
      try await chromium.open("/inventory/add", of: site)
      try await chromium.click("Save")
      try await expect(
        ".toggle > label", isRightOf: ".toggle > .input", in: chromium)
      let field = try await edges(of: ".field > .error", in: chromium)
      let window = try await edges(of: ".layer:last-of-type .content", in: chromium)
      #expect(window.right - field.right < field.left - window.left + 200)
      #expect(try await chromium.overflow == [])
    }
  }

  @Test(
    arguments: [
      ("Add", nil), ("Delete", "Mouse"), ("More", "Mouse"), ("Duplicate", "Monitor"),
    ] as [(String, String?)])
  func `Sheets, dialogs, and popovers fit into a narrow window`(
    button: String, row: String?
  ) async throws {
    try await visit(Self.narrow) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.click(button, row: row)
      let dialog = try await edges(of: "dialog", in: chromium)
      #expect(dialog.left >= 0)
      #expect(dialog.right <= 320)
      #expect(try await chromium.overflow == [])
    }
  }

  @Test func `A popover is at the end of its row`() async throws {
    try await visit(Self.wide) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.click("Duplicate", row: "Monitor")
      let popover = try await edges(of: "dialog.popover", in: chromium)
      let list = try await edges(of: "ul.list", in: chromium)
      #expect(popover.left - list.left < list.right - popover.right)
    }
  }

  @Test func `Screens slide in from the left`() async throws {
    try await visit(Self.wide) { chromium, site in
      try await chromium.open("/inventory", of: site)
      let start = try await chromium.evaluate(
        "getComputedStyle(document.documentElement).getPropertyValue('--toward-end')")
      #expect(start.string?.trimmingPrefix(while: { $0 == " " }) == "-1")
    }
  }

  @Test(arguments: [Self.wide, Self.narrow])
  func `A page in Arabic fits into the window`(options: Chromium.Options) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/members", of: site)
      try await chromium.click("العربية")
      #expect(try await chromium.evaluate("document.documentElement.dir").string == "rtl")
      #expect(try await chromium.overflow == [])
      try await chromium.click("نسيت كلمة المرور")
      #expect(try await chromium.overflow == [])
      let sheet = try await edges(of: "dialog.sheet", in: chromium)
      #expect(sheet.left >= 0)
    }
  }
}
