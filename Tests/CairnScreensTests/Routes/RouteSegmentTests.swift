import Cairn
import Testing

/// Elements of several types that are nested and present destinations.
@Suite struct RouteSegmentTests {
  @Test(
    arguments: [
      ("/", []),
      ("/17", [.shown(issue: 17)]),
      ("/17/comments", [.shown(issue: 17), .shown(commentsOf: 17)]),
      ("/17/comments/of/17", [.shown(issue: 17), .shown(settingsOf: 17)]),
      ("/new/issue", [.shownNewIssue]),
      ("/17?tab=log", [.shown(issue: 17, tab: "log")]),
      (
        "/17/comments?page=&tab=log&page=2",
        [.shown(issue: 17, tab: "log"), .shown(commentsOf: 17, page: 2)]
      ),
    ] as [(String, [Tracker.Path.State])])
  func `An element is made from the elements before it`(url: String, elements: [Tracker.Path.State])
    throws
  {
    let location = try #require(Location(url: url))
    var tracker = Tracker.State()
    let opened = tracker.open(location)
    #expect(opened == OpenedLocation(opened: location.segments, missing: [], isGone: false))
    #expect(Array(tracker.path) == elements)
    #expect(tracker.location.url == url)
  }

  @Test(
    arguments: [
      ("/comments", []), ("/comments/17", []), ("/99", []), ("/99/comments", []), ("/017", []),
      ("/17/7", ["17"]), ("/17/comments/comments", ["17", "comments"]),
      ("/17/new/issue", ["17"]), ("/new", []), ("/new/comments", []),
      ("/17/comments/of/7", ["17", "comments"]), ("/17/edit/edit", ["17", "edit"]),
      ("/17/nowhere", ["17"]),
    ] as [(String, [String])])
  func `A location that can't open opens its nearest ancestor`(path: String, opened: [String]) {
    var tracker = Tracker.State()
    let result = tracker.open(location(path))
    #expect(result.opened == opened)
    #expect(!result.isComplete)
    #expect(tracker.location.segments == opened)
  }

  @Test func `A sheet of an element has a location`() {
    var tracker = Tracker.State()
    #expect(tracker.open(location("/17/edit/colors")).isComplete)
    #expect(tracker.path.last?.issue?.edit?.destination == .colors(Colors.State()))
    #expect(tracker.location.path == "/17/edit/colors")
    #expect(tracker.open(location("/17/comments/search/a%2Fb")).isComplete)
    #expect(tracker.path.first?.issue?.edit == nil)
    #expect(tracker.path.last?.comments?.search?.text == "a/b")
    #expect(tracker.location.path == "/17/comments/search/a%2Fb")
  }

  @Test func `Existing elements keep their IDs`() {
    var tracker = Tracker.State()
    tracker.open(location("/17/edit"))
    let ids = tracker.path.ids
    tracker.path[id: ids[0], case: \.issue]?.edit?.thing.name = "typed"
    tracker.open(location("/17/edit/comments"))
    #expect(tracker.path.first?.issue?.edit?.thing.name == "typed")
    #expect(tracker.path.ids.first == ids.first)
    tracker.open(location("/17/edit"))
    #expect(tracker.path.first?.issue?.edit?.thing.name == "typed")
    #expect(tracker.path.ids == ids)
    // A deleted issue stays open while it's shown.
    tracker.issues = []
    #expect(tracker.open(location("/17")).isComplete)
    #expect(tracker.open(location("/7")).isGone)
  }

  @Test func `The step with more segments wins`() {
    var tracker = Tracker.State()
    tracker.open(location("/17/comments"))
    #expect(tracker.open(location("/17/comments/of/17")).isComplete)
    #expect(tracker.path.last?.settings?.issue == 17)
    #expect(tracker.open(location("/17/comments")).isComplete)
    #expect(tracker.path.last?.comments?.issue == 17)
  }

  @Test func `The length of a stack with steps is limited`() {
    var nest = Nested()
    #expect(nest.open(Location(Array(repeating: "in", count: 10_000))).opened.count == 64)
    #expect(nest.path.count == 64)
  }
}

@CasePathable
private enum Inner: Equatable { case inner(Int) }

private struct Nested: Equatable, Routable {
  var path = StackState<Inner>()
  static var routes: some Routes<Self> {
    StackRoute(\.path) {
      RouteSegment(\.inner, "in") { before, _ in before.count }
    }
  }
}
