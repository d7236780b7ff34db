import Cairn
import CairnTesting
import Testing
import Ways

@testable import CairnServer

/// Pages of one scene that differ only in their queries. Each continues from its own state.
@Suite(.timeLimit(.minutes(30))) struct QuerySceneTests {
  private func browser(at location: String = "/board") async throws -> FlowUser {
    try await boardSite().user(at: location)
  }

  @Test(.everyWay) func `Query items from other programs can come first`() async throws {
    let others = (0..<200).map { "x\($0)=1" }.joined(separator: "&")
    let browser = try await browser(at: "/board?\(others)&utm_source=%E9t%E9&status=open")
    #expect(browser.text.contains("Issues: open"))
  }

  @Test(.restarting, .withoutScript(.pageOfBefore))
  func `Going back to another query continues from there`()
    async throws
  {
    let browser = try await browser()
    for button in ["Open", "Closed", "Next"] { try await browser.click(button) }
    let sceneID = browser.sceneIDText
    for _ in 0..<2 { try await browser.back() }
    #expect(browser.place == "/board?status=open")
    try await browser.click("Next")
    #expect(browser.place == "/board?status=open&page=2")
    #expect(browser.notice == nil)
    // The scene keeps its location.
    #expect(browser.sceneIDText != sceneID)
    try await browser.open("/board?~\(sceneID)&status=closed&page=2")
    #expect(browser.text.contains("Issues: closed, page 2"))
    try await browser.click("Mark")
    #expect(browser.sceneIDText == sceneID)
  }

  @Test(.restarting, .withoutScript(.pageOfBefore))
  func `Going back to the first page continues from there`()
    async throws
  {
    let browser = try await browser(at: "/board?status=open")
    for button in ["Closed", "Next"] { try await browser.click(button) }
    for _ in 0..<2 { try await browser.back() }
    #expect(browser.sceneIDText == "")
    try await browser.click("Next")
    #expect(browser.place == "/board?status=open&page=2")
    #expect(browser.text.contains("Issues: open, page 2"))
  }

  @Test(.restarting, .everyWay) func `Going back from a stack stays in the scene`() async throws {
    let browser = try await browser(at: "/board?status=open")
    for button in ["Mark", "Issue 3", "Log", "Comments"] { try await browser.click(button) }
    let sceneID = browser.sceneIDText
    // With the script, changes in place add no history entries.
    for _ in 0..<(browser.hasScript ? 2 : 3) { try await browser.back() }
    #expect(browser.place == "/board?status=open")
    try await browser.click("Next")
    #expect(browser.sceneIDText == sceneID)
    #expect(browser.headings == ["Board"])
    #expect(browser.place == "/board?status=open&page=2")
    #expect(browser.text.contains("marks 1"))
  }

  @Test(.restarting, .withoutScript(.pageOfBefore))
  func `Going back below a stack to another query continues on a new scene`() async throws {
    let browser = try await browser(at: "/board?status=open")
    for button in ["Mark", "Closed", "Issue 2"] { try await browser.click(button) }
    let sceneID = browser.sceneIDText
    for _ in 0..<2 { try await browser.back() }
    try await browser.click("Next")
    #expect(browser.place == "/board?status=open&page=2")
    #expect(browser.sceneIDText != sceneID)
    try await browser.open("/board/2?~\(sceneID)&status=closed")
    #expect(browser.headings == ["Issue 2"])
  }

  @Test(.restarting, .everyWay) func `Two tabs of a scene don't interfere with each other`()
    async throws
  {
    let one = try await browser()
    try await one.click("Open")
    let two = try await one.duplicateTab()
    try await one.click("Next")
    try await two.click("Mark")
    #expect(two.place == "/board?status=open")
    #expect(two.text.contains("page 1, marks 1"))
    #expect(one.sceneIDText != two.sceneIDText)
    for _ in 0..<2 {
      try await one.click("Next")
      try await two.click("Mark")
    }
    #expect(one.text.contains("page 4, marks 0"))
    #expect(two.text.contains("page 1, marks 3"))
  }

  @Test(.restarting, .everyWay) func `A link to another query of a scene opens a copy`()
    async throws
  {
    let browser = try await browser(at: "/board?status=open")
    for button in ["Mark", "Next"] { try await browser.click(button) }
    let sceneID = browser.sceneIDText
    try await browser.open("/board?~\(sceneID)&status=closed")
    #expect(browser.text.contains("Issues: closed, page 1, marks 1"))
    try await browser.click("Next")
    #expect(browser.place == "/board?status=closed&page=2")
    #expect(browser.sceneIDText != sceneID)
    #expect(browser.text.contains("marks 1"))
    try await browser.open("/board?~\(sceneID)&status=open&page=2")
    #expect(browser.text.contains("Issues: open, page 2, marks 1"))
  }

  @Test(.restarting, .withoutScript(.pageOfBefore))
  func `A repeated form gets the response of the first`()
    async throws
  {
    let browser = try await browser(at: "/board?status=open")
    try await browser.click("Next")
    try await browser.back()
    try await browser.click("Next")
    #expect(browser.place == "/board?status=open&page=2")
  }

  @Test(.withoutScript(.sharedScene))
  func `A form is applied to the page that an effect has turned`() async throws {
    let clock = TestClock()
    let browser = try await boardSite(clock: clock).browser(at: "/board?status=open")
    try await browser.click("Play")
    let sceneID = browser.sceneIDText
    try await turn(browser, clock)
    // As with a timer that has ticked, the form is applied to the current state.
    try await browser.click("Mark")
    #expect(browser.sceneIDText == sceneID)
    #expect(browser.notice == nil)
    #expect(browser.place == "/board?status=open&page=2")
    #expect(browser.text.contains("page 2, marks 1"))
  }

  /// Lets the effect turn the page. Another tab shows the result.
  private func turn(_ browser: Browser, _ clock: TestClock<Duration>) async throws {
    await clock.advance(by: .seconds(10))
    let tab = browser.newTab()
    try await tab.open(browser.location)
    #expect(tab.place.contains("page=2"))
  }

  @Test(.withoutScript(.sharedScene))
  func `A reload after an effect has turned the page shows the new page`() async throws {
    let clock = TestClock()
    let browser = try await boardSite(clock: clock).browser(at: "/board")
    try await browser.click("Play")
    let sceneID = browser.sceneIDText
    try await turn(browser, clock)
    try await browser.reload()
    #expect(browser.location == "/board?~\(sceneID)&page=2")
  }

  @Test(.withoutScript(.process))
  func `If a state can't be decoded, the scene is created from its location`() {
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

  @Test(.everyWay) func `Escaped segments in a request's path are read`() async throws {
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
  struct State: Equatable, Routable {
    struct Found: Equatable { var text: String }
    @Presents var found: Found?
    static var routes: some Routes<Self> {
      Route(\.found, "for", \.text) { text, _ in Found(text: text) }
    }
  }

  enum Action {}

  var body: some Reducer<State, Action> { EmptyReducer() }
}

private struct FinderApp: App {
  let store = Store(initialState: Finder.State()) { Finder() }

  var body: some Scene {
    WindowGroup { Text("For “\(store.state.found?.text ?? "nothing")”") }
      .routes(of: store)
  }
}
