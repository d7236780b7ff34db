import Cairn
import CairnTesting
import Testing

@testable import CairnServer

/// Scenes that show what was.
@Suite(.timeLimit(.minutes(5))) struct TimeTravelTests {
  private func browser(
    _ transport: InProcessTransport? = nil
  ) async throws -> Browser {
    let browser = Browser(try transport ?? recordingTransport())
    try await browser.open("/")
    for text in ["First", "Second"] {
      try await browser.click("Add")
      try browser.fill("Text", with: text)
      try await browser.click("Done")
    }
    return browser
  }

  @Test func pagesShowTheChosenMomentWithAllLayers() async throws {
    let browser = try await browser()
    #expect(browser.rows.count == 2)
    #expect(browser.layers.count == 1)
    try await browser.click("A moment back", in: .recorder)
    // The sheet was open, and its text was there.
    #expect(browser.heading == "Note")
    #expect(try browser.field("Text").value == "Second")
    #expect(browser.text.contains("What you do here goes nowhere"))
    try await browser.click("Five moments back", in: .recorder)
    #expect(browser.rows == [])
    #expect(browser.layers.count == 1)
    try await browser.click("Back to now", in: .recorder)
    #expect(browser.rows.count == 2)
    #expect(!browser.text.contains("What you do here goes nowhere"))
  }

  @Test func whatIsDoneToAMomentGoesNowhere() async throws {
    let browser = try await browser()
    try await browser.click("Five moments back", in: .recorder)
    try await browser.click("A moment back", in: .recorder)
    try await browser.click("Add")
    try await browser.click("Count")
    #expect(browser.rows == [])
    #expect(browser.text.contains("Count: 0"))
    #expect(browser.text.contains("Moment 1 of 7"))
    try await browser.click("Back to now", in: .recorder)
    #expect(browser.rows.count == 2)
    #expect(browser.text.contains("7 moments"))
  }

  @Test func aPageOfAMomentIsNothingToNow() async throws {
    let browser = try await browser()
    try await browser.click("Five moments back", in: .recorder)
    try await browser.click("A moment back", in: .recorder)
    let tab = browser.newTab()
    try await tab.open(browser.location)
    #expect(tab.text.contains("Moment 1 of 7"))
    try await browser.click("Back to now", in: .recorder)
    // The other tab still shows the moment, and its buttons change nothing of what is now.
    try await tab.click("Count")
    #expect(tab.status == 409)
    try await browser.reload()
    #expect(browser.text.contains("Count: 0"))
  }

  @Test func aMomentSaysWhatLedToIt() async throws {
    let browser = try await browser()
    try await browser.click("A moment back", in: .recorder)
    try await browser.click("A moment back", in: .recorder)
    #expect(browser.html.contains(".addTapped\n"))
    #expect(browser.html.contains("+   $editor: Editor.State("))
    try await browser.click("Five moments back", in: .recorder)
    #expect(browser.html.contains("The beginning"))
    #expect(throws: BrowserError.self) { try browser.control("nothing", in: .recorder) }
    #expect(try browser.control("A moment back", in: .recorder).isDisabled)
  }

  @Test func pagesHaveNoControlsUnlessTheyAreWanted() async throws {
    let browser = Browser(
      InProcessTransport(
        try TestServer { settings, sessions in
          try Server(settings: settings, sessions: sessions) { Mount("/", NotesApp.self) }
        }))
    try await browser.open("/")
    try await browser.click("Count")
    #expect(!browser.html.contains("recorder"))
  }

  @Test func othersCanNotUseTheControls() async throws {
    let transport = try recordingTransport()
    let browser = try await browser(transport)
    let stranger = Browser(transport)
    try await stranger.open(browser.location)
    #expect(!stranger.html.contains("class=\"recorder\""))
  }
}
