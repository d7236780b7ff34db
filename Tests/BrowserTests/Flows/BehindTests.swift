import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: layers and the page behind them")
struct BehindTests {
  /// Whether a row is in the window, and not behind the bar of its page.
  private func isVisible(row name: String, in chromium: Chromium) async throws -> Bool {
    try await chromium.evaluate(
      """
      (() => {
        const row = [...document.querySelectorAll("li.row")]
          .find((row) => row.textContent.includes("\(name)"))
        const { top, bottom } = row.getBoundingClientRect()
        const bar = row.closest(".layer").querySelector(".bar").getBoundingClientRect()
        return top >= bar.bottom - 1 && bottom <= innerHeight + 1
      })()
      """
    ).bool == true
  }

  @Test(arguments: [1280, 390])
  func `The page keeps its scroll position without the script`(width: Int) async throws {
    let items = Item.seed(count: 300)
    let name = items[200].name
    try await Site.visit(.init(javaScript: false, width: width), items: items) { chromium, site in
      try await chromium.open("/inventory", of: site)
      for button in ["Delete", "More"] {
        try await chromium.click(button, row: name)
        #expect(try await chromium.dialogs.count == 1)
        #expect(try await isVisible(row: name, in: chromium), "behind \(button)")
        try await chromium.click("Cancel")
        #expect(try await isVisible(row: name, in: chromium), "after \(button)")
      }
    }
  }

  @Test(arguments: [true, false])
  func `The page behind a layer doesn't scroll`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript), items: Item.seed(count: 100)) {
      chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.click("Add")
      try await chromium.evaluate("document.activeElement.blur()")
      let before = try await chromium.evaluate("scrollY").number
      try await chromium.press(Key.pageDown)
      try await chromium.press(Key.end)
      #expect(try await chromium.evaluate("scrollY").number == before)
      #expect(
        try await chromium.evaluate(
          "getComputedStyle(document.documentElement).overflowY"
        ).string == "hidden")
    }
  }

  @Test(arguments: [true, false], [1280, 390])
  func `A sheet doesn't move when errors appear`(javaScript: Bool, width: Int) async throws {
    try await Site.visit(.init(javaScript: javaScript, width: width)) { chromium, site in
      try await chromium.open("/inventory/add", of: site)
      try await chromium.fill("Name", with: "")
      let before = try await chromium.box("dialog.sheet")
      try await chromium.click("Save", leavesPage: false)
      try await chromium.waitFor("the error") {
        try await chromium.evaluate("document.querySelectorAll('.error').length").number == 1
      }
      let after = try await chromium.box("dialog.sheet")
      #expect(after.y == before.y)
      #expect(after.x == before.x)
    }
  }

  @Test(arguments: Chromium.Options.every)
  func `A popover over a sheet is usable`(options: Chromium.Options) async throws {
    try await SamplesSite.visit("/", options) { chromium in
      try await chromium.click("Open the sheet")
      try await chromium.click("Notes")
      #expect(try await chromium.dialogs.last == "Notes")
      try await chromium.click("Take a note")
      #expect(try await chromium.text.contains("Notes so far: 1"))
      // It's completely visible, in the middle.
      let box = try await chromium.box("dialog.popover")
      let middle = try await (chromium.evaluate("innerWidth").number ?? 0) / 2
      #expect(abs(box.x + box.width / 2 - middle) < 20)
      #expect(
        try await chromium.evaluate(
          """
          (() => {
            const { left, top, width } = document.querySelector("dialog.popover").getBoundingClientRect()
            return document.elementFromPoint(left + width / 2, top + 4).closest("dialog").className
          })()
          """
        ).string == "popover")
      try await chromium.clickBackdrop()
      #expect(try await chromium.dialogs.last == "Sheet")
    }
  }

  @Test func `A link in a sheet asks for confirmation before leaving`() async throws {
    try await SamplesSite.visit("/letters") { chromium in
      let letters = try await chromium.url
      try await chromium.open(letters.replacing("/letters", with: "/"))
      try await chromium.click("Open the sheet")
      try await chromium.click("Notes")
      try await chromium.click("Take a note")
      try await chromium.perform(leavesPage: true) { try await chromium.press(Key.escape) }
      #expect(try await chromium.evaluate("onbeforeunload !== null").bool == true)
      for link in ["Letters", "Deeper"] {
        try await chromium.click(link)
        #expect(try await chromium.dialogs.last == "Leave the notes?", "\(link)")
        #expect(try await chromium.path == "/", "\(link)")
        try await chromium.click("Stay")
      }
      try await chromium.perform(leavesPage: true) { try await chromium.press(Key.escape) }
      #expect(try await chromium.dialogs.last == "Leave the notes?")
      try await chromium.click("Leave")
      #expect(try await chromium.dialogs == [])
      #expect(try await chromium.evaluate("onbeforeunload === null").bool == true)
      // With nothing to lose, the link leads out of the sheet.
      try await chromium.click("Open the sheet")
      try await chromium.click("Letters")
      #expect(try await chromium.path == "/letters")
    }
  }

  @Test(arguments: Chromium.Options.every)
  func `A sheet with a confirmation presents it immediately, without a warning`(
    options: Chromium.Options
  ) async throws {
    try await SamplesSite.visit("/", options) { chromium in
      try await chromium.click("Open the sheet")
      try await chromium.click("Notes")
      try await chromium.click("Take a note")
      try await chromium.clickBackdrop()
      #expect(try await chromium.dialogs.last == "Sheet")
      try await chromium.fill("Headline", with: "News")
      try await chromium.clickBackdrop()
      #expect(try await chromium.dialogs.last == "Leave the notes?")
      try await chromium.click("Stay")
      #expect(try await chromium.value(of: "Headline") == "News")
    }
  }

  @Test func `A notice in a cover is as wide as the content below it`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/inventory/stocktake/1", of: site)
      try await chromium.settle()
      // Measure immediately, because a patch may remove the notice.
      let boxes = try await chromium.evaluate(
        """
        (() => {
          const notice = document.createElement("p")
          notice.className = "notice"
          document.querySelector("dialog.cover > .content").before(notice)
          return [notice, document.querySelector("dialog.cover > .content > *")].flatMap((element) => {
            const box = element.getBoundingClientRect()
            return [box.x, box.width]
          })
        })()
        """
      ).array.compactMap(\.number)
      try #require(boxes.count == 4)
      #expect(abs(boxes[1] - boxes[3]) < 1)
      #expect(abs(boxes[0] - boxes[2]) < 1)
    }
  }
}
