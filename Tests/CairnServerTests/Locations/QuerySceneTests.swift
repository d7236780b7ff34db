import Cairn
import CairnTesting
import Testing
import Ways

@testable import CairnServer

/// Pages of one scene that differ by their queries alone: each goes on from where it is.
@Suite(.timeLimit(.minutes(30))) struct QuerySceneTests {
  private func browser(at location: String = "/board") async throws -> FlowUser {
    try await boardSite().user(at: location)
  }

  @Test(.everyWay) func itemsOfOthersMayComeFirst() async throws {
    let others = (0..<200).map { "x\($0)=1" }.joined(separator: "&")
    let browser = try await browser(at: "/board?\(others)&utm_source=%E9t%E9&status=open")
    #expect(browser.text.contains("Issues: open"))
  }

  @Test(.restarting, .withoutScript(.pageOfBefore)) func backToAnotherQueryGoesOnFromThere()
    async throws
  {
    let browser = try await browser()
    for button in ["Open", "Closed", "Next"] { try await browser.click(button) }
    let mark = browser.sceneMark
    for _ in 0..<2 { try await browser.back() }
    #expect(browser.place == "/board?status=open")
    try await browser.click("Next")
    #expect(browser.place == "/board?status=open&page=2")
    #expect(browser.notice == nil)
    // The scene stays where it is.
    #expect(browser.sceneMark != mark)
    try await browser.open("/board?~\(mark)&status=closed&page=2")
    #expect(browser.text.contains("Issues: closed, page 2"))
    try await browser.click("Mark")
    #expect(browser.sceneMark == mark)
  }

  @Test(.restarting, .withoutScript(.pageOfBefore)) func backToTheVeryFirstPageGoesOnFromThere()
    async throws
  {
    let browser = try await browser(at: "/board?status=open")
    for button in ["Closed", "Next"] { try await browser.click(button) }
    for _ in 0..<2 { try await browser.back() }
    #expect(browser.sceneMark == "")
    try await browser.click("Next")
    #expect(browser.place == "/board?status=open&page=2")
    #expect(browser.text.contains("Issues: open, page 2"))
  }

  @Test(.restarting, .everyWay) func backFromAStackStaysInTheScene() async throws {
    let browser = try await browser(at: "/board?status=open")
    for button in ["Mark", "Issue 3", "Log", "Comments"] { try await browser.click(button) }
    let mark = browser.sceneMark
    // With the script what is done in place has no entry of its own.
    for _ in 0..<(browser.hasScript ? 2 : 3) { try await browser.back() }
    #expect(browser.place == "/board?status=open")
    try await browser.click("Next")
    #expect(browser.sceneMark == mark)
    #expect(browser.headings == ["Board"])
    #expect(browser.place == "/board?status=open&page=2")
    #expect(browser.text.contains("marks 1"))
  }

  @Test(.restarting, .withoutScript(.pageOfBefore))
  func backBelowAStackThatStandsOnAnotherQueryForks() async throws {
    let browser = try await browser(at: "/board?status=open")
    for button in ["Mark", "Closed", "Issue 2"] { try await browser.click(button) }
    let mark = browser.sceneMark
    for _ in 0..<2 { try await browser.back() }
    try await browser.click("Next")
    #expect(browser.place == "/board?status=open&page=2")
    #expect(browser.sceneMark != mark)
    try await browser.open("/board/2?~\(mark)&status=closed")
    #expect(browser.headings == ["Issue 2"])
  }

  @Test(.restarting, .everyWay) func twoTabsOfASceneDoNotFight() async throws {
    let one = try await browser()
    try await one.click("Open")
    let two = try await one.duplicateTab()
    try await one.click("Next")
    try await two.click("Mark")
    #expect(two.place == "/board?status=open")
    #expect(two.text.contains("page 1, marks 1"))
    #expect(one.sceneMark != two.sceneMark)
    for _ in 0..<2 {
      try await one.click("Next")
      try await two.click("Mark")
    }
    #expect(one.text.contains("page 4, marks 0"))
    #expect(two.text.contains("page 1, marks 3"))
  }

  @Test(.restarting, .everyWay) func aLinkToAnotherQueryOfASceneShowsACopyAndForks() async throws {
    let browser = try await browser(at: "/board?status=open")
    for button in ["Mark", "Next"] { try await browser.click(button) }
    let mark = browser.sceneMark
    try await browser.open("/board?~\(mark)&status=closed")
    #expect(browser.text.contains("Issues: closed, page 1, marks 1"))
    try await browser.click("Next")
    #expect(browser.place == "/board?status=closed&page=2")
    #expect(browser.sceneMark != mark)
    #expect(browser.text.contains("marks 1"))
    try await browser.open("/board?~\(mark)&status=open&page=2")
    #expect(browser.text.contains("Issues: open, page 2, marks 1"))
  }

  @Test(.restarting, .withoutScript(.pageOfBefore)) func aRepeatedFormHasTheAnswerThatItHad()
    async throws
  {
    let browser = try await browser(at: "/board?status=open")
    try await browser.click("Next")
    try await browser.back()
    try await browser.click("Next")
    #expect(browser.place == "/board?status=open&page=2")
  }

  @Test(.withoutScript(.sharedScene)) func whatAnEffectHasTurnedIsGoneOnFrom() async throws {
    let clock = TestClock()
    let browser = try await boardSite(clock: clock).browser(at: "/board?status=open")
    try await browser.click("Play")
    let mark = browser.sceneMark
    try await turn(browser, clock)
    // As a timer that has ticked: the page is applied to what is current.
    try await browser.click("Mark")
    #expect(browser.sceneMark == mark)
    #expect(browser.notice == nil)
    #expect(browser.place == "/board?status=open&page=2")
    #expect(browser.text.contains("page 2, marks 1"))
  }

  /// Lets the effect turn the page; another tab sees when it has.
  private func turn(_ browser: Browser, _ clock: TestClock<Duration>) async throws {
    await clock.advance(by: .seconds(10))
    let tab = browser.newTab()
    for _ in 0..<1000 where !tab.place.contains("page=2") {
      try await tab.open(browser.location)
      await Task.yield()
    }
    #expect(tab.place.contains("page=2"))
  }

  @Test(.withoutScript(.sharedScene)) func aReloadAfterAnEffectHasTurnedLeadsThere() async throws {
    let clock = TestClock()
    let browser = try await boardSite(clock: clock).browser(at: "/board")
    try await browser.click("Play")
    let mark = browser.sceneMark
    try await turn(browser, clock)
    try await browser.reload()
    #expect(browser.location == "/board?~\(mark)&page=2")
  }

  @Test(.withoutScript(.process)) func aStateThatCanNotBeReadIsItsLocation() {
    let location = "/3/comments/write?status=open&page=&tab=log&page=2"
    let scene = LiveScene(
      mount: Mount("/board", BoardApp.self), record: nil, dependencies: DependencyValues(),
      from: SceneSnapshot(mount: "/board", location: location))
    scene.withLock { access in
      #expect(access.scene.location.url == "/board\(location)")
      _ = try? access.scene.handIn(isStateless: true)
      #expect(access.scene.durable.location == location)
    }
  }

  @Test(.everyWay) func aSegmentThatIsMarkedIsReadFromARequest() async throws {
    let site = try FlowSite { settings, sessions in
      try Server(settings: settings, sessions: sessions) { Mount("/finder", FinderApp.self) }
    }
    let texts = [
      ("/finder/for/~", ""), ("/finder/for/~..", ".."), ("/finder/for/a%2Fb", "a/b"),
    ]
    for (path, text) in texts {
      let browser = try await site.user(at: path)
      #expect(browser.text.contains("For “\(text)”"))
      #expect(browser.canonical == path)
    }
  }
}

private struct Finder: Reducer {
  struct State: Equatable, Located {
    struct Found: Equatable { var text: String }
    @Presents var found: Found?
    static var locations: some Locations<Self> {
      Place(\.found, "for", \.text) { text, _ in Found(text: text) }
    }
  }

  enum Action {}

  var body: some Reducer<State, Action> { EmptyReducer() }
}

private struct FinderApp: App {
  let store = Store(initialState: Finder.State()) { Finder() }

  var body: some Scene {
    WindowGroup { Text("For “\(store.state.found?.text ?? "nothing")”") }
      .locations(of: store)
  }
}
