import Cairn
import CairnServer

/// A long list whose first page of 100 rows is loaded, below a field and a button for a message.
@Reducer
struct Feed {
  struct Row: Codable, Equatable, Identifiable, Sendable { let id: Int }

  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var rows = Paging<Int, Row>()
    var note = ""

    init() { rows.loadMore(Feed.page) }
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case greetTapped
    case showMoreTapped
  }

  @Dependency(\.flash) var flash

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: break
      case .greetTapped: flash("Hello.")
      case .showMoreTapped: state.rows.loadMore(Self.page)
      }
      return .none
    }
  }

  /// Returns the next 100 of 250 rows.
  static func page(after id: Int?) -> Paging<Int, Row>.Page {
    let first = (id ?? 0) + 1
    return Paging.Page((first..<min(first + 100, 251)).map { Row(id: $0) }, limit: 100) { $0.id }
  }
}

struct FeedView: View {
  @Bindable var store: StoreOf<Feed>

  var body: some View {
    VStack {
      TextField("Note", text: $store.note)
      Button("Greet") { store.send(.greetTapped) }
      LazyList(store.rows) { row in
        Text("Row \(row.id)")
      } more: {
        store.send(.showMoreTapped)
      }
    }
    .navigationTitle("Feed")
  }
}

struct FeedApp: App {
  let store = Store(initialState: Feed.State()) { Feed() }

  var body: some Scene { WindowGroup { FeedView(store: store) } }
}
