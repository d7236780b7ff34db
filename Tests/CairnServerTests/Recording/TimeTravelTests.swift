import Cairn
import CairnTesting
import Testing
import Ways

@testable import CairnServer

/// Pages that show earlier moments of their scene.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct TimeTravelTests {
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

  @Test func `Pages show the chosen moment with all layers`() async throws {
    let browser = try await browser()
    #expect(browser.rows.count == 2)
    #expect(browser.layers.count == 1)
    try await browser.click("Previous moment", in: .recorder)
    // At that moment, the sheet was open and contained its text.
    #expect(browser.heading == "Note")
    #expect(try browser.field("Text").value == "Second")
    #expect(browser.text.contains("Actions here have no effect"))
    try await browser.click("Back five moments", in: .recorder)
    #expect(browser.rows == [])
    #expect(browser.layers.count == 1)
    try await browser.click("Now", in: .recorder)
    #expect(browser.rows.count == 2)
    #expect(!browser.text.contains("Actions here have no effect"))
  }

  @Test func `Actions on an earlier moment have no effect`() async throws {
    let browser = try await browser()
    try await browser.click("Back five moments", in: .recorder)
    try await browser.click("Previous moment", in: .recorder)
    try await browser.click("Add")
    try await browser.click("Count")
    #expect(browser.rows == [])
    #expect(browser.text.contains("Count: 0"))
    #expect(browser.text.contains("Moment 1 of 7"))
    try await browser.click("Now", in: .recorder)
    #expect(browser.rows.count == 2)
    #expect(browser.text.contains("7 moments"))
  }

  @Test func `A page with an earlier moment doesn't affect the current state`() async throws {
    let browser = try await browser()
    try await browser.click("Back five moments", in: .recorder)
    try await browser.click("Previous moment", in: .recorder)
    let tab = browser.newTab()
    try await tab.open(browser.location)
    #expect(tab.text.contains("Moment 1 of 7"))
    try await browser.click("Now", in: .recorder)
    // The other tab still shows the moment, and its buttons don't change the current state.
    try await tab.click("Count")
    #expect(tab.text.contains("Moment 1 of 7"))
    try await browser.reload()
    #expect(browser.text.contains("Count: 0"))
  }

  @Test func `A moment shows the action that led to it`() async throws {
    let browser = try await browser()
    try await browser.click("Previous moment", in: .recorder)
    try await browser.click("Previous moment", in: .recorder)
    #expect(browser.html.contains(".addTapped\n"))
    #expect(browser.html.contains("+   $editor: Editor.State("))
    try await browser.click("Back five moments", in: .recorder)
    #expect(browser.html.contains("Initial state"))
    #expect(throws: BrowserError.self) { try browser.control("nothing", in: .recorder) }
    #expect(throws: BrowserError.self) { try browser.control("Previous moment", in: .recorder) }
    #expect(browser.html.contains("aria-disabled=\"true\" aria-label=\"Previous moment\""))
    #expect(browser.title == "Moment 1 – Notes")
  }

  @Test func `Pages have no recorder by default`() async throws {
    let browser = Browser(
      InProcessTransport(
        try TestServer { settings, sessions in
          try Server(settings: settings, sessions: sessions) { Mount("/", NotesApp.self) }
        }))
    try await browser.open("/")
    try await browser.click("Count")
    #expect(!browser.html.contains("recorder"))
  }

  @Test func `Other users can't use the recorder`() async throws {
    let transport = try recordingTransport()
    let browser = try await browser(transport)
    let stranger = Browser(transport)
    try await stranger.open(browser.location)
    #expect(!stranger.html.contains("class=\"recorder\""))
  }

  @Test func `Forms in another tab still work`() async throws {
    let browser = try await browser()
    let tab = browser.newTab()
    try await tab.open(browser.location)
    try await browser.click("Back five moments", in: .recorder)
    // Each page has its own moment.
    try await tab.click("Send")
    #expect(tab.text.contains("Count: 7"))
    try await browser.back()
    #expect(browser.text.contains("Recording"))
  }

  @Test func `States that can't be encoded have moments too`() async throws {
    let browser = Browser(try recordingTransport())
    try await browser.open("/plain")
    try await browser.click("Count")
    try await browser.click("Count")
    #expect(browser.text.contains("3 moments"))
    try await browser.click("Previous moment", in: .recorder)
    #expect(browser.text.contains("Plain 1"))
  }

  @Test(arguments: ["-9223372036854775808", "9223372036854775807", "x", "", "-1", "99"])
  func `The closest moment is shown if a moment's number is out of range`(number: String)
    async throws
  {
    let browser = try await browser()
    try await browser.open("\(browser.location)&~moment=\(number)&~from=%22%3E")
    let isNumber = Int(number) != nil
    #expect(browser.text.contains("Moment") == isNumber)
    #expect(browser.status == 200)
    #expect(!browser.html.contains("\">\""))
  }

  @Test func `The focus stays on the recorder's control`() async throws {
    let browser = try await browser()
    try await browser.click("Previous moment", in: .recorder)
    #expect(try browser.control("Previous moment", in: .recorder)["autofocus"] != nil)
    #expect(try browser.control("Next moment", in: .recorder)["autofocus"] == nil)
  }

  @Test func `A scene's state survives a restart while an earlier moment is shown`() async throws {
    var settings = ServerSettings()
    settings.recordsScenes = true
    let site = try TestServer(settings: settings) { settings, sessions in
      try Server(settings: settings, sessions: sessions) { Mount("/", NotesApp.self) }
    }
    let browser = Browser(InProcessTransport(site))
    try await browser.open("/")
    try await browser.click("Send")
    try await browser.click("Previous moment", in: .recorder)
    try site.restart()
    try await browser.click("Now", in: .recorder)
    #expect(browser.text.contains("Count: 7"))
  }
}
