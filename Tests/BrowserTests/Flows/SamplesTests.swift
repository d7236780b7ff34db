import Testing

@testable import WebDriver

/// Looks of views that the gallery has no use for.
@Suite("Browser: samples")
struct SamplesTests {
  private static let windows = Window.all.filter { !$0.isDark && $0.width > 320 }

  private func options(_ window: Window) -> Chromium.Options {
    Chromium.Options(
      javaScript: false, width: window.width, height: window.height, isDark: window.isDark,
      isTouch: window.isTouch)
  }

  @Test(arguments: windows)
  func `a popover stands at any view`(window: Window) async throws {
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
        // One can tell from where it comes.
        #expect(popover.x <= anchor.right && popover.right >= anchor.x, "\(id)")
        try await chromium.clickBackdrop()
        #expect(try await chromium.dialogs == [])
      }
    }
  }

  @Test(arguments: windows)
  func `a popover without an anchor stands in the middle`(window: Window) async throws {
    try await SamplesSite.visit("/", options(window)) { chromium in
      try await chromium.click("At none")
      try await chromium.screenshot("popover-none-\(window.testDescription)", ofWindow: true)
      let popover = try await chromium.box("dialog.popover")
      let (width, height) = try await chromium.viewport
      // The room of a scrollbar is always kept.
      #expect(abs(popover.x + popover.right - width) < 17)
      #expect(abs(popover.y + popover.bottom - height) < 2)
    }
  }

  @Test(arguments: Window.all)
  func `samples fit and can be read`(window: Window) async throws {
    try await SamplesSite.visit("/", options(window)) { chromium in
      try await chromium.screenshot("samples-\(window.testDescription)")
      // A table that does not fit scrolls by itself.
      #expect(try await chromium.overflow.filter { !$0.hasPrefix("t") } == [])
      #expect(try await chromium.faintTexts == [])
      #expect(try await chromium.box("textarea").height >= 100)
      // A word of a cell is in one piece.
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
      // Nothing stands for what is not there.
      #expect(try await chromium.style("background-image", of: "ul.list:empty") == "none")
      try await chromium.click("Open the sheet")
      try await chromium.evaluate("document.querySelector('dialog').scrollTo(0, 300)")
      try await chromium.screenshot("sheet-scrolled-\(window.testDescription)", ofWindow: true)
      // Neither the scroll bar nor what is behind the sheet shows at its corners.
      #expect(
        try await chromium.style("scrollbar-color", of: "dialog").hasSuffix("rgba(0, 0, 0, 0)"))
      #expect(try await chromium.style("backdrop-filter", of: "dialog .bar") == "none")
    }
  }

  @Test(arguments: [true, false], ["#ffd400", "#001a66", "#ff3b30", "#00c853", "#e0218a", "#777"])
  func `one accent serves the light and the dark`(isDark: Bool, accent: String) async throws {
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
