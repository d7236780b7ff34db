import Testing

@testable import WebDriver

@Suite("Browser: elements that an application writes itself")
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

  /// The first patch brings whole layers, the second one what has changed.
  @Test(arguments: Chromium.Options.withScript)
  func `a modal dialog stays open and can be operated`(options: Chromium.Options) async throws {
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
  func `keys are for the dialog that is open`(options: Chromium.Options) async throws {
    try await SamplesSite.visit("/own", options) { chromium in
      try await chromium.click("Open the sheet", leavesPage: false)
      try await chromium.waitFor("the sheet") { try await chromium.dialogs.contains("Sheet") }
      try await chromium.settle()
      // It has no place in the sheet, and is in front of it all the same.
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
  func `what a browser or its user has changed stays`(options: Chromium.Options) async throws {
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
          // A browser does that where somebody pulls at the corner.
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
        // The server has changed its markup.
        #expect(
          try await isTrue("document.getElementById('server').open", chromium) == (count == 2))
      }
      // What is typed changes the field's own markup.
      try await chromium.fill("Note", with: "Some words")
      try await chromium.settle()
      for state in states {
        #expect(try await isTrue(state, chromium), "\(state) after a note")
      }
    }
  }

  @Test(arguments: Chromium.Options.every)
  func `any name of a control leaves the form as it is`(options: Chromium.Options) async throws {
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

  /// A browser sends the form itself if the script can't.
  @Test func `a form is sent by the browser whatever its controls are called`() async throws {
    try await SamplesSite.visit("/own") { chromium in
      try await chromium.settle()
      try await chromium.fill("Text", with: "Kept")
      try await chromium.settle()
      // It has waited too long for an answer.
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
