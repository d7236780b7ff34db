import Testing

@testable import WebDriver

@Suite("Browser: menus and disclosure groups")
struct PopoverMenuTests {
  private func isTrue(_ expression: String, _ chromium: Chromium) async throws -> Bool {
    try await chromium.evaluate(expression).bool == true
  }

  private let isOpen = "!!document.querySelector('.items:popover-open')"

  @Test(arguments: [true, false])
  func `A menu opens next to its button, and a tap in it closes it`(javaScript: Bool) async throws {
    try await SamplesSite.visit("/menus", Chromium.Options(javaScript: javaScript)) { chromium in
      try await chromium.settle()
      for name in ["Rename", "Duplicate", "Rename"] {
        try await chromium.click("Options", leavesPage: false)
        #expect(try await isTrue(isOpen, chromium))
        let button = try await chromium.box(".menu:has(> :popover-open) > button")
        let items = try await chromium.box(".items:popover-open")
        #expect((0...12).contains(items.y - button.bottom))
        #expect(items.x >= 0)
        try await chromium.perform(leavesPage: true) {
          try await chromium.click(
            try await chromium.element(
              xpath: "//div[@class='items'][count(button)=3]/button[normalize-space()='\(name)']"))
        }
        #expect(try await chromium.text.contains("Last: \(name)"))
        #expect(try await !isTrue(isOpen, chromium))
        #expect(
          try await isTrue(
            "document.activeElement.matches('.menu > button:not(:disabled)')", chromium))
      }
    }
  }

  @Test(arguments: [true, false])
  func `Escape and a click elsewhere close a menu`(javaScript: Bool) async throws {
    try await SamplesSite.visit("/menus", Chromium.Options(javaScript: javaScript)) { chromium in
      try await chromium.settle()
      try await chromium.click("Options", leavesPage: false)
      try await chromium.press(Key.escape)
      #expect(try await !isTrue(isOpen, chromium))
      try await chromium.click("More actions", row: "Mouse", leavesPage: false)
      #expect(try await isTrue(isOpen, chromium))
      try await chromium.click(try await chromium.element(xpath: "//h1"))
      #expect(try await !isTrue(isOpen, chromium))
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `A menu stays open if the page changes`(options: Chromium.Options) async throws {
    try await SamplesSite.visit("/menus", options) { chromium in
      try await chromium.settle()
      try await chromium.click("Options", leavesPage: false)
      // The click of a script doesn't close the menu, as the change of another user doesn't.
      for count in 1...2 {
        try await chromium.evaluate(
          "(() => { document.querySelector('.row-actions .items > button').click() })()")
        try await chromium.waitFor("the copy") {
          try await chromium.evaluate("document.querySelectorAll('.more').length").number
            == Double(3 + count)
        }
        try await chromium.settle()
        #expect(try await isTrue(isOpen, chromium))
      }
    }
  }

  @Test(arguments: [true, false])
  func `A row's menu deletes the row`(javaScript: Bool) async throws {
    let phone = Chromium.Options(javaScript: javaScript, width: 390, height: 800)
    try await SamplesSite.visit("/menus", phone) { chromium in
      try await chromium.settle()
      let row = try await chromium.box("li.row:has(.more)")
      let button = try await chromium.box("li.row .more button")
      #expect(button.y >= row.y && button.bottom <= row.bottom)
      try await chromium.click("More actions", row: "Mouse", leavesPage: false)
      let items = try await chromium.box(".items:popover-open")
      let width = try await chromium.viewport.width
      #expect(items.x >= 0 && items.right <= width)
      try await chromium.click("Delete", row: "Mouse")
      #expect(try await !chromium.text.contains("Mouse"))
      #expect(try await chromium.text.contains("Keyboard"))
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `An open group stays open if the page changes`(options: Chromium.Options) async throws {
    try await SamplesSite.visit("/layout", options) { chromium in
      try await chromium.settle()
      let group = "[...document.querySelectorAll('details')].at(-1)"
      try await chromium.click(try await chromium.element(xpath: "//summary[.='Advanced']"))
      #expect(try await isTrue("\(group).open", chromium))
      // Another group appears before it. The button is at the start of the page, behind the bar.
      try await chromium.evaluate("scrollTo(0, 0)")
      try await chromium.click("Change the page")
      #expect(try await chromium.text.contains("News"))
      #expect(try await isTrue("\(group).open", chromium))
      #expect(try await !isTrue("document.querySelector('details').open", chromium))
    }
  }

  @Test(arguments: [true, false])
  func `A group with a binding is shown and hidden by taps`(javaScript: Bool) async throws {
    try await SamplesSite.visit("/layout", Chromium.Options(javaScript: javaScript)) { chromium in
      // The code next to the group also contains its text.
      let isShown =
        "[...document.querySelectorAll('p')].some((p) => p.textContent.startsWith('These details'))"
      try await chromium.click("Details")
      #expect(try await isTrue(isShown, chromium))
      #expect(
        try await isTrue(
          "document.activeElement.getAttribute('aria-expanded') === 'true'", chromium)
      )
      try await chromium.click("Details")
      #expect(try await !isTrue(isShown, chromium))
    }
  }

  @Test func `A grid aligns its columns, and icons are shown`() async throws {
    try await SamplesSite.visit("/layout") { chromium in
      let columns = try await chromium.evaluate(
        "[...document.querySelectorAll('.grid-row > :last-child')].map((cell) => cell.getBoundingClientRect().x)"
      ).array
      #expect(columns.count == 2 && columns[0] == columns[1])
      let tops = try await chromium.evaluate(
        "[...document.querySelectorAll('.columns-3 > *')].map((cell) => cell.getBoundingClientRect().y)"
      ).array
      #expect(tops.count == 4 && tops[0] == tops[2] && tops[0] != tops[3])
      let icon = try await chromium.box(".symbol")
      #expect((10...40).contains(icon.width) && icon.width == icon.height)
    }
  }

  @Test(.enabled(if: Chromium.hasRules), arguments: ["/menus", "/layout"])
  func `The catalog has no accessibility problems`(path: String) async throws {
    try await SamplesSite.visit(path) { chromium in
      try await chromium.settle()
      #expect(try await chromium.violations() == [])
      if path == "/menus" {
        try await chromium.click("Options", leavesPage: false)
      } else {
        try await chromium.click(try await chromium.element(xpath: "//summary[.='Advanced']"))
      }
      #expect(try await chromium.violations() == [])
    }
  }
}
