import Cairn
import CairnServer
import CairnTesting
import Ways

/// A board of issues. The query contains a filter and the page number. A stack contains an issue and its comments.
/// Each of these can present a sheet.
@Reducer
struct Board {
  enum Status: String, CaseIterable, Codable, RouteValue { case open, closed }

  @Reducer(state: .codable, .equatable, .sendable)
  enum Path {
    case issue(BoardIssue)
    case comments(BoardComments)
  }

  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var status: Status?
    var page = 1
    var search = ""
    /// A value that isn't in the URL.
    var marks = 0
    var path = StackState<Path.State>()
    @Presents var alert: AlertState<Never>?

    /// Issues with odd numbers are open.
    var issues: [Int] {
      let issues = (1...12).filter { number in
        status.map { ($0 == .open) == (number % 2 == 1) } ?? true
      }
      return Array(issues.dropFirst((page - 1) * 2).prefix(2))
    }
  }

  enum Action: BindableAction {
    case alert(PresentationAction<Never>)
    case askTapped
    case binding(BindingAction<State>)
    case filterTapped(Status?)
    case issueTapped(Int)
    case markTapped
    case nextTapped
    case path(StackActionOf<Path>)
    case playTapped
    case turned
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert, .binding: break
      case .askTapped: state.alert = AlertState { TextState("Well?") }
      case .filterTapped(let status):
        state.status = status
        state.page = 1
      case .issueTapped(let id): state.path.append(.issue(BoardIssue.State(id: id)))
      case .markTapped: state.marks += 1
      case .nextTapped, .turned: state.page += 1
      case .path(.element(let id, .issue(.commentsTapped))):
        guard let issue = state.path[id: id]?.issue else { break }
        state.path.append(.comments(BoardComments.State(issue: issue.id)))
      case .path: break
      case .playTapped:
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(10))
          await send(.turned)
        }
      }
      return .none
    }
    .ifLet(\.$alert, action: \.alert)
    .forEach(\.path, action: \.path)
  }
}

@Reducer
struct BoardIssue {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    let id: Int
    var tab: String?
    @Presents var edit: Drawer.State?
  }

  enum Action {
    case commentsTapped
    case edit(PresentationAction<Drawer.Action>)
    case editTapped
    case logTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .commentsTapped, .edit: break
      case .editTapped: state.edit = Drawer.State()
      case .logTapped: state.tab = "log"
      }
      return .none
    }
    .ifLet(\.$edit, action: \.edit) { Drawer() }
  }
}

@Reducer
struct BoardComments {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    let issue: Int
    var page = 1
    @Presents var write: Drawer.State?
  }

  enum Action {
    case nextTapped
    case write(PresentationAction<Drawer.Action>)
    case writeTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .nextTapped: state.page += 1
      case .write: break
      case .writeTapped: state.write = Drawer.State()
      }
      return .none
    }
    .ifLet(\.$write, action: \.write) { Drawer() }
  }
}

extension Board.State: Routable {
  static var routes: some Routes<Self> {
    Query(\.status, "status")
    Query(\.page, "page", default: 1)
    Query(\.search, "q", default: "")
    StackRoute(\.path) {
      RouteSegment(\.issue, value: \.id) { id, before, _ in
        before.isEmpty && (1...12).contains(id) ? BoardIssue.State(id: id) : nil
      }
      RouteSegment(\.comments, "comments") { before, _ in
        before.last?.issue.map { BoardComments.State(issue: $0.id) }
      }
    }
  }
}

extension BoardIssue.State: Routable {
  static var routes: some Routes<Self> {
    Query(\.tab, "tab")
    Route(\.edit, "edit") { _ in Drawer.State() }
  }
}

extension BoardComments.State: Routable {
  static var routes: some Routes<Self> {
    Query(\.page, "page", default: 1)
    Route(\.write, "write") { _ in Drawer.State() }
  }
}

struct BoardView: View {
  @Bindable var store: StoreOf<Board>

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      Form {
        Text("Issues: \(store.status?.rawValue ?? "all"), page \(store.page), marks \(store.marks)")
        TextField("Search", text: $store.search)
        Button("Apply") {}
        Button("All") { store.send(.filterTapped(nil)) }
        Button("Open") { store.send(.filterTapped(.open)) }
        Button("Closed") { store.send(.filterTapped(.closed)) }
        Button("Next") { store.send(.nextTapped) }
        Button("Mark") { store.send(.markTapped) }
        Button("Ask") { store.send(.askTapped) }
        Button("Play") { store.send(.playTapped) }
        ForEach(store.issues, id: \.self) { id in
          Button("Issue \(id)") { store.send(.issueTapped(id)) }
        }
      }
      .navigationTitle("Board")
      .alert($store.scope(state: \.alert, action: \.alert))
    } destination: { element in
      switch element.case {
      case .issue(let issue): BoardIssueView(store: issue)
      case .comments(let comments): BoardCommentsView(store: comments)
      }
    }
  }
}

struct BoardIssueView: View {
  @Bindable var store: StoreOf<BoardIssue>

  var body: some View {
    VStack {
      Text("Tab: \(store.tab ?? "text")")
      Button("Log") { store.send(.logTapped) }
      Button("Edit") { store.send(.editTapped) }
      Button("Comments") { store.send(.commentsTapped) }
    }
    .navigationTitle("Issue \(store.id)")
    .sheet(item: $store.scope(state: \.edit, action: \.edit)) { BoardSheet(store: $0) }
  }
}

struct BoardCommentsView: View {
  @Bindable var store: StoreOf<BoardComments>

  var body: some View {
    VStack {
      Text("Comments of \(store.issue), page \(store.page)")
      Button("Older") { store.send(.nextTapped) }
      Button("Write") { store.send(.writeTapped) }
    }
    .navigationTitle("Comments")
    .sheet(item: $store.scope(state: \.write, action: \.write)) { BoardSheet(store: $0) }
  }
}

struct BoardSheet: View {
  @Bindable var store: StoreOf<Drawer>

  var body: some View {
    Form {
      TextField("Label", text: $store.label)
      Button("Apply") {}
    }
    .navigationTitle("Sheet")
  }
}

struct BoardApp: App {
  let store = Store(initialState: Board.State()) { Board() }

  var body: some Scene {
    WindowGroup { BoardView(store: store) }
      .routes(of: store)
  }
}

/// Creates a site with the board.
func boardSite(clock: any Clock<Duration> = TestClock()) throws -> FlowSite {
  try FlowSite { settings, sessions in
    try Server(settings: settings, sessions: sessions) {
      $0.continuousClock = clock
    } mounts: {
      Mount("/board", BoardApp.self)
    }
  }
}

extension Browser {
  /// The titles of the layers, from the lowest to the highest.
  var headings: [String] { layers.map(\.title) }

  /// The page's location without the ID of its scene.
  var place: String { canonical ?? "" }

  /// The ID of the page's scene, or an empty string if the page has no scene yet.
  var sceneIDText: String {
    let query = location.split(separator: "?").dropFirst().first ?? ""
    return query.hasPrefix("~") ? String(query.dropFirst().prefix { $0 != "&" && $0 != "!" }) : ""
  }
}
