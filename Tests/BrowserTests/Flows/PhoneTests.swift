import Testing

@testable import Gallery
@testable import WebDriver

/// The bar and the rows of a narrow window.
@Suite("Browser: the bar on a phone")
struct PhoneTests {
  /// A description of the focused control if the bar covers its top, or an empty string.
  private func covered(in chromium: Chromium) async throws -> String {
    let value = try await chromium.evaluate(
      """
      (() => {
        const element = document.activeElement
        const bar = document.querySelector("body > form:not([inert]) .bar")
        if (!element?.matches("a, button, input, select") || bar.contains(element)) return ""
        if (getComputedStyle(bar).position !== "sticky") return ""
        const [box, end] = [element.getBoundingClientRect(), bar.getBoundingClientRect().bottom]
        // Chromium doesn't scroll to a control of which 32 pixels are visible.
        const isCovered = box.top < end - 1 && box.bottom - end < 32
        return isCovered ? `${element.ariaLabel ?? element.textContent}: ${box.top} < ${end}` : ""
      })()
      """)
    return value.string ?? ""
  }

  @Test(arguments: withAndWithoutScripts)
  func `Shift-Tab never moves the focus behind the bar`(javaScript: Bool) async throws {
    let options = Chromium.Options(javaScript: javaScript, width: 390, height: 844)
    try await Site.visit(options, items: Item.seed(count: 12)) { chromium, site in
      for path in ["/inventory", "/inventory/items/2", "/inventory/add"] {
        try await chromium.open(path, of: site)
        try await chromium.settle()
        let count = try await chromium.evaluate(
          """
          (() => {
            const controls = [...document.querySelectorAll("body > form:not([inert]) :is(a, button, input, select)")]
              .filter((control) => control.tabIndex === 0 && control.type !== "hidden" && control.checkVisibility())
            controls.at(-1).focus()
            return controls.length
          })()
          """
        ).number
        var problems: [String] = []
        for _ in 0..<Int(try #require(count)) {
          problems.append(try await covered(in: chromium))
          try await chromium.press(Key.tab, with: Key.shift)
        }
        #expect(problems.filter { !$0.isEmpty } == [], "\(path)")
      }
    }
  }

  @Test func `A bar that's too tall for the window scrolls with the page`() async throws {
    try await Site.visit(.init(width: 390, height: 844)) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.settle()
      #expect(try await chromium.style("position", of: ".bar") == "sticky")
      try await chromium.evaluate("(() => { document.documentElement.style.fontSize = '200%' })()")
      try await chromium.waitFor("the bar") {
        try await chromium.style("position", of: ".bar") == "relative"
      }
      try await chromium.evaluate("(() => { document.documentElement.style.fontSize = '' })()")
      try await chromium.waitFor("the bar") {
        try await chromium.style("position", of: ".bar") == "sticky"
      }
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `Rows with large text wrap their lines`(javaScript: Bool) async throws {
    let items = [
      Item(
        name: "A keyboard with many keys and a long name", color: .purple,
        status: .inStock(quantity: 7_000_000))
    ]
    try await Site.visit(.init(javaScript: javaScript, width: 390, height: 844), items: items) {
      chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.evaluate("(() => { document.documentElement.style.fontSize = '200%' })()")
      let cut = try await chromium.evaluate(
        """
        [...document.querySelectorAll(".row *")]
          .filter((part) => part.scrollHeight > part.clientHeight + 2 || part.scrollWidth > part.clientWidth + 2)
          .map((part) => part.textContent)
        """)
      #expect(cut.array.compactMap(\.string) == [])
      // The line below the name is still part of the row's link.
      let below = try await chromium.evaluate(
        """
        (() => {
          const { x, y, width, height } = document.querySelector(".row-button + .text").getBoundingClientRect()
          return document.elementFromPoint(x + width / 2, y + height / 2).matches(".row-button")
        })()
        """)
      #expect(below.bool == true)
      #expect(try await chromium.overflow == [])
    }
  }
}
