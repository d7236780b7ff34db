import Cairn
import Testing

/// State values in the query of a location.
@Suite struct QueryTests {
  private func tracker(_ url: String) -> (state: Tracker.State, opened: OpenedLocation) {
    var state = Tracker.State()
    let opened = state.open(Location(url: url) ?? Location(["?"]))
    return (state, opened)
  }

  // MARK: Reading and writing

  @Test(arguments: [
    "/", "/?status=open", "/?page=2", "/?status=closed&page=12&q=a%20b", "/?q=%26%3D%3F%23%2B%25",
    "/?q=~", "/?q=~k3", "/17?status=open&tab=~", "/17?tab=~~", "/?q=%C3%A9", "/?q=%00",
    "/help?status=open&q=%F0%9F%AA%A8",
  ])
  func `A query is read as it was written`(url: String) throws {
    let (state, opened) = tracker(url)
    #expect(opened.isComplete)
    #expect(opened.unreadable.isEmpty)
    #expect(state.location.url == url)
  }

  @Test func `Values are read from the query`() {
    let state = tracker("/?page=3&q=a+b%2Bc&status=closed").state
    #expect(state.status == .closed)
    #expect(state.page == 3)
    #expect(state.text == "a b+c")
    // Values are written in the order of their declaration, regardless of the URL.
    #expect(state.location.url == "/?status=closed&page=3&q=a%20b%2Bc")
  }

  @Test(arguments: ["/?page=1", "/?q=", "/?page=&status=", "/?q", "/?&&", "/?", "/?="])
  func `Default values are left out of the URL`(url: String) {
    let (state, opened) = tracker(url)
    #expect(state == Tracker.State())
    #expect(opened.unreadable.isEmpty)
    #expect(state.location.url == "/")
  }

  @Test func `An empty text that isn't the default is written`() {
    var state = Tracker.State(path: [.shown(issue: 17, tab: "")])
    #expect(state.location.url == "/17?tab=~")
    state = tracker("/17?tab=~").state
    #expect(state.path.first?.issue?.tab == "")
    #expect(tracker("/17?tab=~~").state.path.first?.issue?.tab == "~")
    #expect(tracker("/17?tab=").state.path.first?.issue?.tab == nil)
  }

  @Test func `Values that the location doesn't have get their defaults`() {
    var state = Tracker.State(status: .open, page: 4, text: "a", secret: 5)
    state.open(Location([], query: [.init("page", "4")]))
    #expect(state == Tracker.State(page: 4, secret: 5))
  }

  // MARK: Strange queries

  @Test(arguments: [
    "/?utm_source=letter&page=2", "/?page=2&Status=open", "/?page=2&=x", "/?page=2&page=3",
    "/?page=2&page=x", "/?page=2&sta%tus=open", "/?~k3&page=2", "/?page=2&%ff=%fe",
  ])
  func `Unknown names are ignored`(url: String) {
    let (state, opened) = tracker(url)
    #expect(state == Tracker.State(page: 2))
    #expect(opened == OpenedLocation(opened: [], missing: [], isGone: false))
  }

  @Test(arguments: [
    ("page=two", "page", "two"), ("page=+2", "page", " 2"), ("page=02", "page", "02"),
    ("page=2%00", "page", "2\0"), ("page=%zz", "page", "%zz"), ("page=%ff", "page", "%ff"),
    ("page=99999999999999999999", "page", "99999999999999999999"),
    ("status=Open", "status", "Open"), ("status=open&page=-", "page", "-"),
  ])
  func `An unreadable value is reported`(query: String, name: String, value: String) {
    let (state, opened) = tracker("/17?\(query)")
    #expect(opened.unreadable == [Location.QueryItem(name, value)])
    #expect(opened.isComplete)
    #expect(state.page == 1)
    #expect(Array(state.path) == [.shown(issue: 17)])
    #expect(!state.location.query.contains { $0.name == name })
  }

  @Test func `Names are compared byte by byte`() {
    var state = Accents()
    state.open(Location([], query: [.init("e\u{301}", "1"), .init("\u{e9}", "2")]))
    #expect(state.number == 2)
    #expect(state.location.url == "/?%C3%A9=2")
  }

  // MARK: Limits

  @Test func `A value that's too long isn't in the URL`() throws {
    // Each slash takes three bytes when it's encoded.
    let longest = String(repeating: "/", count: 340)
    var state = Tracker.State(text: longest)
    #expect(state.location.query == [Location.QueryItem("q", longest)])
    var opened = Tracker.State()
    #expect(opened.open(state.location).unreadable.isEmpty)
    #expect(opened == state)
    state.text += "/"
    #expect(state.location.url == "/")
    let read = opened.open(Location([], query: [.init("q", state.text)]))
    #expect(read.unreadable.map(\.name) == ["q"])
    #expect(opened == Tracker.State())
  }

  @Test func `The size of all values together is limited`() {
    var state = Tracker.State(text: String(repeating: "a", count: 1015))
    state.path = [.shown(issue: 17, tab: String(repeating: "b", count: 900))]
    #expect(state.location.query.count == 2)
    state.path.append(.shown(commentsOf: 17, page: 10))
    #expect(state.location.query.map(\.name) == ["page", "q", "tab", "page"])
    // Outer values come first, as far as there's room.
    state.path[id: state.path.ids[0], case: \.issue]?.tab = String(repeating: "b", count: 1015)
    state.status = .closed
    #expect(state.location.query.map(\.name) == ["status", "page", "q", "page"])
    let location = state.location
    #expect(location.url.utf8.count < 2200)
    var opened = Tracker.State()
    #expect(opened.open(location).unreadable.isEmpty)
    #expect(opened.location == location)
    #expect(opened.path.last?.comments?.page == 10)
  }

  @Test(.timeLimit(.minutes(30))) func `A query with many items costs little`() {
    let marks = String(repeating: "\u{301}\u{316}", count: 100_000)
    var query = (0..<100_000).map { Location.QueryItem("page\($0)", "x") }
    query.insert(Location.QueryItem("status", "open"), at: 0)
    query.insert(Location.QueryItem("page", marks), at: 1)
    query.insert(Location.QueryItem("pag" + marks, "2"), at: 1)
    var state = Tracker.State()
    let opened = state.open(Location(["17", "comments"], query: query))
    #expect(opened.unreadable.map(\.name) == ["page"])
    #expect(state.status == .open)
  }

  // MARK: Composition

  @Test func `A child's values follow its parent's`() {
    var state = Tracker.State(status: .open, page: 3)
    state.path = [.shown(issue: 17, tab: "log"), .shown(commentsOf: 17, page: 2)]
    #expect(state.location.url == "/17/comments?status=open&page=3&tab=log&page=2")
    state.page = 1
    // The first item with a name belongs to the parent.
    #expect(state.location.url == "/17/comments?status=open&page=&tab=log&page=2")
    var opened = Tracker.State()
    opened.open(state.location)
    #expect(Array(opened.path) == Array(state.path))
    #expect(opened.page == 1)
    state.page = 3
    state.path.removeLast()
    #expect(state.location.url == "/17?status=open&page=3&tab=log")
  }

  @Test func `A child's values are in the URL while it's shown`() {
    let query = [Location.QueryItem("tab", "log"), .init("newest", "true")]
    var state = Tracker.State()
    state.open(Location([], query: query))
    #expect(state == Tracker.State())
    state.open(Location(["17"], query: query))
    #expect(state.location.url == "/17?tab=log")
    state.open(Location(["17", "comments"], query: query))
    #expect(state.location.url == "/17/comments?tab=log&newest=true")
    #expect(state.path.last?.comments?.isNewestFirst == true)
  }

  @Test func `A new element sees the query values of its parent`() {
    var state = Filtered()
    #expect(state.open(Location(["3"], query: [.init("from", "5")])).isGone)
    #expect(state.open(Location(["7"], query: [.init("from", "5")])).isComplete)
    #expect(state.rows.first == .row(Row(id: 7)))
  }

  // MARK: Mistakes

  @Test(arguments: ["", "~k"]) func `A name that the server reserves is reported`(name: String) {
    withKnownIssue {
      _ = Query(\Accents.number, name, default: 0)
    }
  }
}

private struct Accents: Equatable, Routable {
  var number = 0
  static var routes: some Routes<Self> {
    Query(\.number, "\u{e9}", default: 0)
  }
}

private struct Row: Equatable { var id: Int }

@CasePathable
private enum RowPath: Equatable { case row(Row) }

private struct Filtered: Equatable, Routable {
  var from = 0
  var rows = StackState<RowPath>()
  static var routes: some Routes<Self> {
    StackRoute(\.rows) {
      RouteSegment(\.row, value: \.id) { id, _, state in id < state.from ? nil : Row(id: id) }
    }
    Query(\.from, "from", default: 0)
  }
}
