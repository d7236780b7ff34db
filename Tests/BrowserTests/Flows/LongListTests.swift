import Foundation
import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: a list of thousands of rows")
struct LongListTests {
  /// Presses a button and returns the time in the browser until the result appears.
  private func press(_ button: String, _ chromium: Chromium) async throws -> Double {
    let milliseconds = try await chromium.evaluate(
      """
      new Promise((done) => {
        const top = [...document.querySelectorAll("form.layer")].at(-1)
        const begin = performance.now()
        const root = document.documentElement
        const observer = new MutationObserver(() => {
          if (root.dataset.work.endsWith("+")) return
          observer.disconnect()
          done(performance.now() - begin)
        })
        observer.observe(root, { attributes: true, attributeFilter: ["data-work"] })
        ;[...top.querySelectorAll("button:not(.default-action), a")].find((one) => one.textContent.trim() === "\(button)").click()
      })
      """)
    return try #require(milliseconds.number)
  }

  /// Changing an attribute of the root element that a CSS rule uses restyles all rows. So does adding
  /// an element to the form if a rule looks for elements in it.
  @Test func `Typing doesn't change anything that the style of all rows depends on`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      try await chromium.click("Add")
      try await chromium.evaluate(
        """
        (() => {
          window.changes = []
          new MutationObserver((records) => changes.push(...records.map((record) => record.attributeName)))
            .observe(document.documentElement, { attributes: true })
          new MutationObserver((records) => changes.push(...records.map(() => "children")))
            .observe([...document.querySelectorAll("form.layer")].at(-1), { childList: true })
        })()
        """)
      for letter in "Lamp" { try await chromium.press(String(letter), in: "Name") }
      try await chromium.settle()
      let changes = Set(
        try await chromium.evaluate("window.changes").array.compactMap(\.string))
      #expect(changes == ["data-work"])
      let rules = try await chromium.evaluate(
        "fetch(document.querySelector('[rel=stylesheet]').href).then((answer) => answer.text())")
      #expect(rules.string?.contains("data-live") == true)
      #expect(rules.string?.contains("data-work") == false)
    }
  }

  /// Chromium's time for adding buttons to a form one by one grows with the square of their number.
  /// It's a minute for 10,000 rows.
  @Test func `Returning from a screen is as fast as from a cover`() async throws {
    let items = Item.seed(count: 3000)
    let last = try #require(items.last)
    try await Site.visit(items: items) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      var ratios: [Double] = []
      for _ in 0..<3 {
        _ = try await press("Take stock", chromium)
        let fromCover = try await press("Cancel", chromium)
        _ = try await press(last.name, chromium)
        #expect(try await chromium.heading == "Edit item")
        ratios.append(try await press("Cancel", chromium) / fromCover)
        #expect(try await chromium.rows.count == 3000)
        // The earlier control has the focus again, although the list is in another form.
        #expect(
          try await chromium.evaluate("document.activeElement.textContent").string == last.name)
      }
      #expect(ratios.sorted()[1] < 4, "\(ratios)")
    }
  }
}
