import Cairn

/// Issues with a filter, and a stack of an issue, its comments, and their settings, with sheets on each of them.
@Reducer
struct Tracker {
  enum Status: String, CaseIterable, RouteValue { case open, closed }

  @Reducer(state: .equatable)
  enum Path {
    case issue(TrackedIssue)
    case comments(Comments)
    case settings(CommentSettings)
    case newIssue(TrackedIssue)
  }

  @Reducer(state: .equatable)
  enum Destination {
    case help(Search)
    case alert(AlertState<Never>)
  }

  struct State: Equatable {
    var path = StackState<Path.State>()
    @Presents var destination: Destination.State?
    var status: Status?
    var page = 1
    var text = ""
    /// A value that isn't in the URL.
    var secret = 0
    var issues: Set<Int> = [7, 17]
  }
}

@Reducer
struct TrackedIssue {
  struct State: Equatable {
    var id: Int
    var tab: String?
    @Presents var edit: Editor.State?
  }
}

@Reducer
struct Comments {
  struct State: Equatable {
    var issue: Int
    var page = 1
    var isNewestFirst = false
    @Presents var search: Search.State?
  }
}

@Reducer
struct CommentSettings {
  struct State: Equatable { var issue: Int }
}

extension Tracker.State: Routable {
  static var routes: some Routes<Self> {
    Query(\.status, "status")
    StackRoute(\.path) {
      RouteSegment(\.issue, value: \.id) { id, before, state in
        before.isEmpty && state.issues.contains(id) ? TrackedIssue.State(id: id) : nil
      }
      RouteSegment(\.newIssue, "new", "issue") { before, _ in
        before.isEmpty ? TrackedIssue.State(id: 0) : nil
      }
      RouteSegment(\.comments, "comments") { before, _ in
        before.last?.issue.map { Comments.State(issue: $0.id) }
      }
      RouteSegment(\.settings, "comments", "of", value: \.issue) { id, before, _ in
        before.last?.issue?.id == id ? CommentSettings.State(issue: id) : nil
      }
    }
    Route(\.$destination.help, "help") { _ in Search.State() }
    Query(\.page, "page", default: 1)
    Query(\.text, "q", default: "")
  }
}

extension TrackedIssue.State: Routable {
  static var routes: some Routes<Self> {
    Query(\.tab, "tab")
    Route(\.edit, "edit") { issue in Editor.State(thing: Thing(id: issue.id)) }
  }
}

extension Comments.State: Routable {
  static var routes: some Routes<Self> {
    Query(\.page, "page", default: 1)
    Query(\.isNewestFirst, "newest", default: false)
    Route(\.search, "search", \.text) { text, _ in Search.State(text: text) }
  }
}

extension Tracker.Path.State {
  static func shown(issue id: Int, tab: String? = nil) -> Self {
    .issue(TrackedIssue.State(id: id, tab: tab))
  }

  static func shown(commentsOf issue: Int, page: Int = 1) -> Self {
    .comments(Comments.State(issue: issue, page: page))
  }

  static func shown(settingsOf issue: Int) -> Self {
    .settings(CommentSettings.State(issue: issue))
  }

  static var shownNewIssue: Self { .newIssue(TrackedIssue.State(id: 0)) }
}
