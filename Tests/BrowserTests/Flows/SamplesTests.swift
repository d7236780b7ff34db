import Testing

@testable import WebDriver

/// The appearance of views that the gallery doesn't use.
@Suite("Browser: appearance of the samples")
struct SamplesTests {
  private static let windows = Window.all.filter { !$0.isDark && $0.width > 320 }

  private func options(_ window: Window) -> Chromium.Options {
    Chromium.Options(
      javaScript: false, width: window.width, height: window.height, isDark: window.isDark,
      isTouch: window.isTouch)
  }

  @Test(arguments: windows)
  func `A popover can be presented at any view`(window: Window) async throws {
    try await SamplesSite.visit("/", options(window)) { chromium in
      for id in ["left", "right", "far", "bar"] {
        try await chromium.click("At \(id)")
        try await chromium.screenshot("popover-\(id)-\(window.testDescription)", ofWindow: true)
        let anchor = try await chromium.box(".anchor")
        let popover = try await chromium.box("dialog.popover")
        let (width, height) = try await chromium.viewport
        #expect((0...16).contains(popover.y - anchor.bottom), "\(id)")
        #expect(popover.x >= 0 && popover.right <= width, "\(id)")
        #expect(anchor.y >= 0 && popover.bottom <= height, "\(id)")
        // The popover's position shows which view presented it.
        #expect(popover.x <= anchor.right && popover.right >= anchor.x, "\(id)")
        try await chromium.clickBackdrop()
        #expect(try await chromium.dialogs == [])
      }
    }
  }

  @Test(arguments: windows)
  func `A popover without an anchor is centered`(window: Window) async throws {
    try await SamplesSite.visit("/", options(window)) { chromium in
      try await chromium.click("At none")
      try await chromium.screenshot("popover-none-\(window.testDescription)", ofWindow: true)
      let popover = try await chromium.box("dialog.popover")
      let (width, height) = try await chromium.viewport
      // The layout always reserves the width of a scrollbar.
      #expect(abs(popover.x + popover.right - width) < 17)
      #expect(abs(popover.y + popover.bottom - height) < 2)
    }
  }

  @Test(arguments: Window.all)
  func `Samples fit and are readable`(window: Window) async throws {
    try await SamplesSite.visit("/", options(window)) { chromium in
      try await chromium.screenshot("samples-\(window.testDescription)")
      // A table that doesn't fit scrolls separately.
      #expect(try await chromium.overflow.filter { !$0.hasPrefix("t") } == [])
      #expect(try await chromium.faintTexts == [])
      #expect(try await chromium.box("textarea").height >= 100)
      // A word in a cell isn't broken.
      let lines = try await chromium.evaluate(
        """
        [...document.querySelectorAll("th, td")].map(cell => {
          const range = document.createRange()
          return cell.textContent.split(" ").map(word => {
            const text = cell.querySelector("*")?.firstChild ?? cell.firstChild
            const start = text.data.indexOf(word)
            range.setStart(text, start)
            range.setEnd(text, start + word.length)
            return range.getClientRects().length
          })
        }).flat()
        """
      ).array.compactMap(\.number)
      #expect(lines.count >= 9 && lines.allSatisfy { $0 == 1 }, "\(lines)")
      // An empty list doesn't show placeholders.
      #expect(try await chromium.style("background-image", of: "ul.list:empty") == "none")
      try await chromium.click("Open the sheet")
      try await chromium.evaluate("document.querySelector('dialog').scrollTo(0, 300)")
      try await chromium.screenshot("sheet-scrolled-\(window.testDescription)", ofWindow: true)
      // Neither the scrollbar nor the content behind the sheet is visible at its corners.
      #expect(
        try await chromium.style("scrollbar-color", of: "dialog").hasSuffix("rgba(0, 0, 0, 0)"))
      #expect(try await chromium.style("backdrop-filter", of: "dialog .bar") == "none")
    }
  }

  @Test(arguments: windows)
  func `A label is on the baseline of its value`(window: Window) async throws {
    try await SamplesSite.visit("/rows", options(window)) { chromium in
      let distances = try await chromium.evaluate(
        """
        [...document.querySelectorAll(".labeled")].map(({ children }) => {
          const [label, value] = [...children].map((element) => {
            const mark = document.createElement("i")
            mark.style.display = "inline-block"
            element.prepend(mark)
            const { bottom } = mark.getBoundingClientRect()
            mark.remove()
            return bottom
          })
          return Math.abs(label - value)
        })
        """
      ).array.compactMap(\.number)
      #expect(distances.count == 2 && distances.allSatisfy { $0 < 1 }, "\(distances)")
    }
  }

  @Test(arguments: windows)
  func `Views next to a row's link aren't at the edge of the row`(window: Window) async throws {
    try await SamplesSite.visit("/rows", options(window)) { chromium in
      try await chromium.screenshot("rows-\(window.testDescription)")
      for (number, view) in [(1, "button"), (2, ".text")] {
        let row = try await chromium.box(".row:nth-child(\(number))")
        let box = try await chromium.box(".row:nth-child(\(number)) \(view)")
        #expect(row.right - box.right > 8, "\(view)")
        #expect(box.y - row.y > 4 && row.bottom - box.bottom > 4, "\(view)")
      }
      #expect(try await chromium.overflow == [])
    }
  }

  @Test(arguments: [true, false], ["#ffd400", "#001a66", "#ff3b30", "#00c853", "#e0218a", "#777"])
  func `One accent color works in light and dark mode`(isDark: Bool, accent: String) async throws {
    try await SamplesSite.visit("/", Chromium.Options(isDark: isDark)) { chromium in
      func look(at name: String) async throws {
        try await chromium.evaluate(
          "document.documentElement.style.setProperty('--accent', '\(accent)')")
        let file = "accent-\(accent.dropFirst())-\(name)-\(isDark ? "dark" : "light")"
        try await chromium.screenshot(file, ofWindow: true)
        #expect(try await chromium.faintTexts == [], "\(name)")
      }
      try await look(at: "page")
      try await chromium.click("Open the sheet")
      try await look(at: "sheet")
    }
  }
}
