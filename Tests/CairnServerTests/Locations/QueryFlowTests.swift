import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

/// What stands in the query, at the level of HTTP.
@Suite(.restarting, .timeLimit(.minutes(30))) struct QueryFlowTests {
  private func browser(at location: String = "/board") async throws -> FlowUser {
    try await boardSite().user(at: location)
  }

  @Test(.everyWay) func aFilterIsInTheURLBehindTheMark() async throws {
    let browser = try await browser()
    #expect(browser.place == "/board")
    try await browser.click("Open")
    let mark = browser.sceneMark
    #expect(browser.location == "/board?~\(mark)&status=open")
    #expect(browser.place == "/board?status=open")
    try await browser.click("Next")
    #expect(browser.location == "/board?~\(mark)&status=open&page=2")
    #expect(browser.buttons.contains("Issue 5"))
    try await browser.click("All")
    #expect(browser.location == "/board?~\(mark)")
    #expect(browser.place == "/board")
  }

  @Test(.everyWay) func whatIsTypedIsInTheURL() async throws {
    let browser = try await browser()
    try await browser.fill("Search", with: "a&b=c +%~")
    try await browser.click("Apply")
    #expect(browser.place == "/board?q=a%26b%3Dc%20%2B%25~")
    try await browser.reload()
    #expect(try browser.field("Search").value == "a&b=c +%~")
    let stranger = try await self.browser(at: browser.place)
    #expect(try stranger.field("Search").value == "a&b=c +%~")
  }

  @Test(.everyWay) func aLongTextStaysInTheScene() async throws {
    let browser = try await browser()
    let text = String(repeating: "ü", count: 2000)
    try await browser.fill("Search", with: text)
    try await browser.click("Open")
    #expect(browser.place == "/board?status=open")
    try await browser.click("Next")
    #expect(try browser.field("Search").value == text)
  }

  @Test(.everyWay) func aReloadABookmarkAndANewSessionKeepPlaceAndQuery() async throws {
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

  @Test(.everyWay) func aSheetOfAnElementIsInTheURL() async throws {
    let browser = try await browser(at: "/board/3/edit?tab=log")
    #expect(browser.headings == ["Issue 3", "Sheet"])
    try await browser.fill("Label", with: "typed")
    try await browser.click("Apply")
    #expect(browser.location == "/board/3/edit?~\(browser.sceneMark)&tab=log")
    try await browser.clickBackdrop()
    #expect(browser.place == "/board/3?tab=log")
    #expect(browser.text.contains("Tab: log"))
  }

  @Test(.everyWay) func anAlertHasAPlaceInTheHistoryAndNoneInTheLocation() async throws {
    let browser = try await browser(at: "/board?status=open")
    try await browser.click("Ask")
    #expect(browser.dialogs.count == 1)
    #expect(browser.location.hasPrefix("/board?~\(browser.sceneMark)!"))
    #expect(browser.location.hasSuffix("&status=open"))
    #expect(browser.place == "/board?status=open")
    try await browser.click("OK")
    #expect(browser.location == "/board?~\(browser.sceneMark)&status=open")
  }

  // MARK: Queries as others write them

  @Test(.everyWay) func namesThatNobodyKnowsAreIgnored() async throws {
    let browser = try await browser()
    for button in ["Open", "Mark"] { try await browser.click(button) }
    let mark = browser.sceneMark
    for (number, query) in [
      "~\(mark)&status=open&utm_source=letter", "utm_source=a%20b&~\(mark)&status=open",
      "~\(mark)&page=1&status=open&q=", "%7E\(mark)&status=open&status=closed",
    ].enumerated() {
      try await browser.open("/board?" + query)
      // It is the scene's own page, not one of a copy.
      #expect(browser.text.contains("marks \(number + 1)"))
      #expect(browser.place == "/board?status=open")
      try await browser.click("Mark")
      #expect(browser.location == "/board?~\(mark)&status=open")
    }
  }

  @Test(.everyWay, arguments: ["page=two", "page=%zz", "status=ajar", "page=+1&status="])
  func aValueThatCanNotBeReadIsToldOf(query: String) async throws {
    let browser = try await browser(at: "/board?" + query + "&q=x")
    #expect(browser.status == 200)
    #expect(browser.notice?.hasPrefix("Part of this address wasn't recognized") == true)
    #expect(browser.place == "/board?q=x")
    #expect(browser.text.contains("Issues: all, page 1"))
    try await browser.click("Open")
    #expect(browser.notice == nil)
    #expect(browser.place == "/board?status=open&q=x")
  }

  @Test(.everyWay) func whatIsGoneOpensTheNearestPlaceWithItsQuery() async throws {
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

  @Test(.everyWay) func aFormOfAnotherPageOpensItsQuery() async throws {
    // As browsers write the fields of a form with the method GET.
    let browser = try await browser(at: "/board?q=two+words%21&status=open&page=")
    #expect(browser.notice == nil)
    #expect(try browser.field("Search").value == "two words!")
    #expect(browser.place == "/board?status=open&q=two%20words%21")
  }

  @Test(.withoutScript(.requests)) func hostileQueriesAreAnswered() async throws {
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
    // More than any location has: it is refused before it is taken apart.
    let many = try await browser(at: "/board?" + String(repeating: "page=9&", count: 1000))
    #expect(many.status == 414)
    // No text of any language: to compare it would take the square of its length.
    for query in ["page=" + marks, marks + "=1", "q=" + marks] {
      let browser = try await browser(at: "/board?" + query)
      #expect(browser.status == 400)
    }
  }

  @Test(.withoutScript(.requests)) func whatWasTypedIsOfferedAtItsQuery() async throws {
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
