import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

/// Query items in pages, forms, and URLs.
@Suite(.restarting, .timeLimit(.minutes(30))) struct QueryFlowTests {
  private func browser(at location: String = "/board") async throws -> FlowUser {
    try await boardSite().user(at: location)
  }

  @Test(.everyWay) func `A filter is in the URL after the scene ID`() async throws {
    let browser = try await browser()
    #expect(browser.place == "/board")
    try await browser.click("Open")
    let sceneID = browser.sceneIDText
    #expect(browser.location == "/board?~\(sceneID)&status=open")
    #expect(browser.place == "/board?status=open")
    try await browser.click("Next")
    #expect(browser.location == "/board?~\(sceneID)&status=open&page=2")
    #expect(browser.buttons.contains("Issue 5"))
    try await browser.click("All")
    #expect(browser.location == "/board?~\(sceneID)")
    #expect(browser.place == "/board")
  }

  @Test(.everyWay) func `Typed text is in the URL`() async throws {
    let browser = try await browser()
    try await browser.fill("Search", with: "a&b=c +%~")
    try await browser.click("Apply")
    #expect(browser.place == "/board?q=a%26b%3Dc%20%2B%25~")
    try await browser.reload()
    #expect(try browser.field("Search").value == "a&b=c +%~")
    let stranger = try await self.browser(at: browser.place)
    #expect(try stranger.field("Search").value == "a&b=c +%~")
  }

  @Test(.everyWay) func `A long text stays in the scene and out of the URL`() async throws {
    let browser = try await browser()
    let text = String(repeating: "ü", count: 2000)
    try await browser.fill("Search", with: text)
    try await browser.click("Open")
    #expect(browser.place == "/board?status=open")
    try await browser.click("Next")
    #expect(try browser.field("Search").value == text)
  }

  @Test(.everyWay) func `A reload and a new session keep the location and its query`() async throws
  {
    let browser = try await browser()
    for button in ["Closed", "Next", "Issue 6", "Log", "Comments", "Older", "Write"] {
      try await browser.click(button)
    }
    let place = "/board/6/comments/write?status=closed&page=2&tab=log&page=2"
    #expect(browser.place == place)
    #expect(browser.headings == ["Comments", "Sheet"])
    try await browser.reload()
    #expect(browser.place == place)
    let stranger = try await self.browser(at: place)
    #expect(stranger.status == 200)
    #expect(stranger.notice == nil)
    #expect(stranger.headings == ["Comments", "Sheet"])
    #expect(stranger.text.contains("Comments of 6, page 2"))
    try await stranger.fill("Label", with: "typed")
    try await stranger.click("Apply")
    #expect(stranger.place == place)
    try await stranger.clickBackdrop()
    for heading in ["Issue 6", "Board"] { try await stranger.click(heading, in: .bar) }
    #expect(stranger.place == "/board?status=closed&page=2")
    #expect(stranger.text.contains("Issues: closed, page 2"))
  }

  @Test(.everyWay) func `A sheet of a stack element is in the URL`() async throws {
    let browser = try await browser(at: "/board/3/edit?tab=log")
    #expect(browser.headings == ["Issue 3", "Sheet"])
    try await browser.fill("Label", with: "typed")
    try await browser.click("Apply")
    #expect(browser.location == "/board/3/edit?~\(browser.sceneIDText)&tab=log")
    try await browser.clickBackdrop()
    #expect(browser.place == "/board/3?tab=log")
    #expect(browser.text.contains("Tab: log"))
  }

  @Test(.everyWay) func `An alert has a history entry but isn't in the location`() async throws {
    let browser = try await browser(at: "/board?status=open")
    try await browser.click("Ask")
    #expect(browser.dialogs.count == 1)
    #expect(browser.location.hasPrefix("/board?~\(browser.sceneIDText)!"))
    #expect(browser.location.hasSuffix("&status=open"))
    #expect(browser.place == "/board?status=open")
    try await browser.click("OK")
    #expect(browser.location == "/board?~\(browser.sceneIDText)&status=open")
  }

  // MARK: Queries in other forms

  @Test(.everyWay) func `Unknown query names are ignored`() async throws {
    let browser = try await browser()
    for button in ["Open", "Mark"] { try await browser.click(button) }
    let sceneID = browser.sceneIDText
    for (number, query) in [
      "~\(sceneID)&status=open&utm_source=letter", "utm_source=a%20b&~\(sceneID)&status=open",
      "~\(sceneID)&page=1&status=open&q=", "%7E\(sceneID)&status=open&status=closed",
    ].enumerated() {
      try await browser.open("/board?" + query)
      // It's the page of the scene itself, not of a copy.
      #expect(browser.text.contains("marks \(number + 1)"))
      #expect(browser.place == "/board?status=open")
      try await browser.click("Mark")
      #expect(browser.location == "/board?~\(sceneID)&status=open")
    }
  }

  @Test(.everyWay, arguments: ["page=two", "page=%zz", "status=ajar", "page=+1&status="])
  func `A notice reports a query value that can't be read`(query: String) async throws {
    let browser = try await browser(at: "/board?" + query + "&q=x")
    #expect(browser.status == 200)
    #expect(browser.notice?.hasPrefix("Part of this address wasn't recognized") == true)
    #expect(browser.place == "/board?q=x")
    #expect(browser.text.contains("Issues: all, page 1"))
    try await browser.click("Open")
    #expect(browser.notice == nil)
    #expect(browser.place == "/board?status=open&q=x")
  }

  @Test(.everyWay) func `A missing page opens the closest match with its query`() async throws {
    for path in ["99", "comments", "comments/3"] {
      let browser = try await browser(at: "/board/\(path)?status=open")
      #expect(browser.status == 404)
      #expect(browser.notice?.contains("Here's the closest match.") == true)
      #expect(browser.place == "/board?status=open")
    }
    let browser = try await browser(at: "/board/3/3?status=open&page=x")
    #expect(browser.status == 404)
    #expect(browser.place == "/board/3?status=open")
    #expect(
      browser.notice == """
        We couldn't find that page. It may have been deleted. Here's the closest match. \
        Part of this address wasn't recognized and was ignored.
        """)
  }

  @Test(.everyWay) func `A GET form on another page opens its query`() async throws {
    // Browsers write the fields of a GET form this way.
    let browser = try await browser(at: "/board?q=two+words%21&status=open&page=")
    #expect(browser.notice == nil)
    #expect(try browser.field("Search").value == "two words!")
    #expect(browser.place == "/board?status=open&q=two%20words%21")
  }

  @Test(.withoutScript(.requests)) func `Hostile queries get a response`() async throws {
    let marks = String(repeating: "%CC%81", count: 1000)
    for query in [
      "", "&&&", "=", "=&=", "~", "~!", "~&~", "~k3!&page=2", "page", "%00", "%", "page=%", "?",
      "??",
      String(repeating: "page=9&", count: 250),
      "status=%3Cscript%3E", "page=%22%3E%3Cb%3E", String(repeating: "a", count: 7000),
    ] {
      let browser = try await browser(at: "/board?" + query)
      #expect(browser.status == 200, "\(query.prefix(50))")
      #expect(HTMLDocument.problems(in: browser.html).isEmpty)
      try await browser.click("Open")
      #expect(browser.place.hasPrefix("/board?status=open"))
    }
    // A query that is longer than any location is rejected before it's parsed.
    let many = try await browser(at: "/board?" + String(repeating: "page=9&", count: 1000))
    #expect(many.status == 414)
    // The server rejects such text because comparing it would take quadratic time.
    for query in ["page=" + marks, marks + "=1", "q=" + marks] {
      let browser = try await browser(at: "/board?" + query)
      #expect(browser.status == 400)
    }
  }

  @Test(.withoutScript(.requests))
  func `Text typed in a lost session is restored on the page with its query`() async throws {
    let browser = try await boardSite().browser(at: "/board")
    try await browser.click("Closed")
    browser.removeCookies()
    try browser.fill("Search", with: "typed")
    try await browser.click("Next")
    #expect(browser.status == 409)
    #expect(browser.text.contains("Issues: closed, page 1"))
    #expect(try browser.field("Search").value == "typed")
  }
}
