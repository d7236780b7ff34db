import Testing

@testable import Gallery
@testable import WebDriver

/// Names in scripts that are written from right to left.
@Suite("Browser: the direction of text")
struct DirectionTests {
  /// The horizontal position of a character in the first text of an element.
  private func x(of character: String, in selector: String, _ chromium: Chromium) async throws
    -> Double
  {
    let value = try await chromium.evaluate(
      """
      (() => {
        const text = document.querySelector(\(Chromium.literal(selector))).firstChild
        const index = text.data.lastIndexOf(\(Chromium.literal(character)))
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + 1)
        return range.getBoundingClientRect().x
      })()
      """)
    return try #require(value.number)
  }

  @Test(arguments: Chromium.Options.every)
  func `A name in Hebrew has its own direction, and stays at the start of its row`(
    options: Chromium.Options
  ) async throws {
    let items = [Item(name: "שלום (a)!", status: .inStock(quantity: 1)), Item(name: "Lamp!")]
    try await Site.visit(options, items: items) { chromium, site in
      try await chromium.open("/inventory", of: site)
      let first = ".row:first-child .row-button"
      #expect(try await x(of: "!", in: first, chromium) < x(of: "ש", in: first, chromium))
      let last = ".row:last-child .row-button"
      #expect(try await x(of: "!", in: last, chromium) > x(of: "L", in: last, chromium))
      let start = try await x(of: "L", in: last, chromium)
      let end = try await x(of: "!", in: first, chromium)
      #expect(abs(end - start) < 2)
      try await chromium.open("/inventory/items/1", of: site)
      let direction = try await chromium.evaluate(
        "document.querySelector('input[dir=auto]').matches(':dir(rtl)')")
      #expect(direction.bool == true)
    }
  }

  @Test(arguments: Chromium.Options.every)
  func `A name that reverses text doesn't reverse the question around it`(
    options: Chromium.Options
  ) async throws {
    try await Site.visit(options, items: [Item(name: "ab\u{202E}cd")]) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.click("Delete", row: "ab")
      let title = "dialog h1"
      let end = try await x(of: "?", in: title, chromium)
      #expect(try await x(of: "”", in: title, chromium) < end)
      #expect(try await x(of: "c", in: title, chromium) < x(of: "”", in: title, chromium))
    }
  }
}
