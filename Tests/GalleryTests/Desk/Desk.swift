import Cairn

/// A sample with a list of issues, whose filter and pages are in the query, and a stack of issues that
/// each present a sheet of comments. Users must sign in to see it.
@Reducer
struct Desk {
  enum Status: String, CaseIterable, Codable, RouteValue { case open, closed }

  @Reducer(state: .codable, .equatable)
  enum Path {
    case issue(DeskIssue)
  }

  @ObservableState
  struct State: Codable, Equatable {
    var status: Status?
    var page = 1
    var search = ""
    var path = StackState<Path.State>()
    var signIn = DeskSignIn.State()
    @Shared(.session("user")) var user: DeskUser?

    /// The numbers of the issues on the page. The odd ones are open.
    var issues: [Int] {
      let issues = Self.numbers.filter { number in
        status.map { ($0 == .open) == (number % 2 == 1) } ?? true
      }
      return Array(issues.dropFirst((page - 1) * 2).prefix(2))
    }

    static let numbers = 1...12
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case filterTapped(Status?)
    case issueTapped(Int)
    case pageTapped(Int)
    case path(StackActionOf<Path>)
    case signIn(DeskSignIn.Action)
    case signOutTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Scope(state: \.signIn, action: \.signIn) { DeskSignIn() }
    Reduce { state, action in
      switch action {
      case .binding, .signIn: break
      case .filterTapped(let status):
        state.status = status
        state.page = 1
      case .issueTapped(let id): state.path.append(.issue(DeskIssue.State(id: id)))
      case .pageTapped(let page): state.page = page
      case .path(.element(let id, .issue(.nextTapped))):
        guard let issue = state.path[id: id]?.issue else { break }
        state.path.append(.issue(DeskIssue.State(id: issue.id % 12 + 1)))
      case .path: break
      case .signOutTapped: state.$user.withLock { $0 = nil }
      }
      return .none
    }
    .forEach(\.path, action: \.path)
  }
}

@Reducer
struct DeskIssue {
  @ObservableState
  struct State: Codable, Equatable {
    let id: Int
    @Presents var comments: CommentForm.State?
  }

  enum Action {
    case comments(PresentationAction<CommentForm.Action>)
    case commentsTapped
    case nextTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .comments, .nextTapped: break
      case .commentsTapped: state.comments = CommentForm.State(issue: state.id)
      }
      return .none
    }
    .ifLet(\.$comments, action: \.comments) { CommentForm() }
  }
}

extension Desk.State: Routable {
  static var routes: some Routes<Self> {
    Query(\.status, "status")
    Query(\.page, "page", default: 1)
    Query(\.search, "q", default: "")
    StackRoute(\.path) {
      RouteSegment(\.issue, value: \.id) { id, _, _ in
        numbers.contains(id) ? DeskIssue.State(id: id) : nil
      }
    }
  }
}

extension DeskIssue.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.comments, "comments") { CommentForm.State(issue: $0.id) }
  }
}
