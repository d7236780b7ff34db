import Testing

@testable import WebDriver

@Suite("Browser: an application's own elements")
struct OwnElementsTests {
  private func isTrue(_ expression: String, _ chromium: Chromium) async throws -> Bool {
    try await chromium.evaluate(expression).bool == true
  }

  private func waitForCount(_ count: Int, _ chromium: Chromium) async throws {
    try await chromium.waitFor("the count") {
      try await chromium.text.contains("Counted \(count)")
    }
    try await chromium.settle()
  }

  /// The first patch contains whole layers, the second only the changes.
  @Test(arguments: Chromium.Options.withScript)
  func `A modal dialog stays open and usable`(options: Chromium.Options) async throws {
    try await SamplesSite.visit("/own", options) { chromium in
      try await chromium.settle()
      try await chromium.click("Open the dialog", leavesPage: false)
      for count in 1...3 {
        try await chromium.click("Count in the dialog", leavesPage: false)
        try await waitForCount(count, chromium)
        #expect(try await isTrue("document.getElementById('dialog').matches(':modal')", chromium))
      }
      try await chromium.click("Close the dialog", leavesPage: false)
      #expect(try await !isTrue("document.getElementById('dialog').open", chromium))
      try await chromium.click("Count", leavesPage: false)
      try await waitForCount(4, chromium)
      #expect(try await !isTrue("document.getElementById('dialog').open", chromium))
    }
  }

  @Test(arguments: [Chromium.Options()])
  func `Keys are handled by the open dialog`(options: Chromium.Options) async throws {
    try await SamplesSite.visit("/own", options) { chromium in
      try await chromium.click("Open the sheet", leavesPage: false)
      try await chromium.waitFor("the sheet") { try await chromium.dialogs.contains("Sheet") }
      try await chromium.settle()
      // The sheet didn't present the dialog, but it's in front of the sheet.
      try await chromium.evaluate(
        """
        (() => {
          const dialog = document.getElementById("dialog")
          document.querySelector("dialog.sheet .content").append(dialog)
          dialog.showModal()
        })()
        """)
      try await chromium.press(Key.escape)
      try await chromium.waitFor("the dialog to close") {
        try await !isTrue("document.getElementById('dialog').open", chromium)
      }
      try await chromium.settle()
      #expect(try await chromium.dialogs.contains("Sheet"))
      try await chromium.perform(leavesPage: false) { try await chromium.press(Key.escape) }
      try await chromium.waitFor("the sheet to close") {
        try await !chromium.dialogs.contains("Sheet")
      }
      try await chromium.settle()
      try await chromium.press("j")
      try await waitForCount(1, chromium)
      try await chromium.click("Open the popover", leavesPage: false)
      try await chromium.press("j")
      try await chromium.settle()
      #expect(try await chromium.text.contains("Counted 1"))
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `Changes by the browser or the user are kept`(options: Chromium.Options) async throws {
    let states = [
      "document.getElementById('details').open",
      "document.getElementById('popover').matches(':popover-open')",
      "document.querySelector('[aria-label=Color]').value === 'Blue'",
      "document.querySelector('[type=checkbox]').checked",
      "document.querySelector('[name=target]').value === 'typed'",
      "document.querySelector('textarea').style.height === '321px'",
      "document.getElementById('audio').volume === 0.5",
      "document.getElementById('audio').title === 'set by a script'",
    ]
    try await SamplesSite.visit("/own", options) { chromium in
      try await chromium.settle()
      try await chromium.click("Open the popover", leavesPage: false)
      try await chromium.evaluate(
        """
        (() => {
          document.querySelector("summary").click()
          document.querySelector("[aria-label=Color]").value = "Blue"
          document.querySelector("[type=checkbox]").click()
          document.querySelector("[name=target]").value = "typed"
          // Simulates a user who resizes the text area at its corner.
          document.querySelector("textarea").style.height = "321px"
          document.getElementById("audio").volume = 0.5
          document.getElementById("audio").title = "set by a script"
        })()
        """)
      for count in 1...3 {
        try await chromium.click("Count", leavesPage: false)
        try await waitForCount(count, chromium)
        for state in states {
          #expect(try await isTrue(state, chromium), "\(state) after \(count)")
        }
        // The server has changed this element's markup.
        #expect(
          try await isTrue("document.getElementById('server').open", chromium) == (count == 2))
      }
      // Typing changes the markup of the field itself.
      try await chromium.fill("Note", with: "Some words")
      try await chromium.settle()
      for state in states {
        #expect(try await isTrue(state, chromium), "\(state) after a note")
      }
    }
  }

  @Test(arguments: Chromium.Options.every)
  func `Control names that shadow form properties don't break the form`(options: Chromium.Options)
    async throws
  {
    try await SamplesSite.visit("/own", options) { chromium in
      if options.javaScript { try await chromium.settle() }
      for count in 1...2 {
        try await chromium.fill("Text", with: "Text \(count)")
        try await chromium.click("Count")
        #expect(try await chromium.text.contains("Counted \(count)"))
        #expect(try await chromium.value(of: "Text") == "Text \(count)")
      }
      try await chromium.click("Open the sheet")
      #expect(try await chromium.dialogs.contains("Sheet"))
      try await chromium.fill("Text", with: "In the sheet")
      try await chromium.click("Count")
      #expect(try await chromium.text.contains("Counted 3"))
      if options.javaScript {
        let loads = "performance.getEntriesByType('navigation').length + history.length"
        let before = try await chromium.evaluate(loads).number
        try await chromium.back()
        #expect(!(try await chromium.dialogs.contains("Sheet")))
        #expect(try await chromium.evaluate(loads).number == before)
        #expect(try await isTrue("'live' in document.documentElement.dataset", chromium))
      }
    }
  }

  /// The browser sends the form itself if the script can't.
  @Test func `The browser sends a form with any control names`() async throws {
    try await SamplesSite.visit("/own") { chromium in
      try await chromium.settle()
      try await chromium.fill("Text", with: "Kept")
      try await chromium.settle()
      // Simulate a timeout.
      try await chromium.evaluate(
        """
        (() => {
          const fetch = window.fetch
          window.fetch = async (url, options) => {
            const answer = await fetch(url, options)
            if (options.method === "POST") throw new DOMException("", "TimeoutError")
            return answer
          }
        })()
        """)
      try await chromium.click("Count", leavesPage: false)
      try await chromium.waitFor("the page") { try await chromium.text.contains("Counted 1") }
      #expect(try await chromium.value(of: "Text") == "Kept")
      _ = try await chromium.complaints
    }
  }
}
