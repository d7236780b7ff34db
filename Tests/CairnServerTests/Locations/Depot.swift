import Cairn
import CairnServer
import Ways

/// Tools in a table that can be sorted and searched by its location, and a log that's loaded page by page.
@Reducer
struct Depot {
  enum Column: String, Codable, RouteValue { case name, price }

  struct Tool: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    let name: String
    let price: Int
  }

  struct Entry: Codable, Equatable, Identifiable, Sendable { let id: Int }

  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var sort = TableSort(Column.name)
    var search = ""
    var selection: Set<Int> = []
    var tools = [
      Tool(id: 1, name: "Saw", price: 45), Tool(id: 2, name: "Axe", price: 30),
      Tool(id: 3, name: "Drill", price: 120),
    ]
    var log = Paging<Int, Entry>(maximumPages: 2)

    var shown: [Tool] {
      tools.filter { search.isEmpty || $0.name.lowercased().contains(search.lowercased()) }
        .sorted { one, other in
          switch sort.column {
          case .name: sort.precedes(one.name, other.name)
          case .price: sort.precedes(one.price, other.price)
          }
        }
    }
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case previousTapped
    case sellSelectedTapped
    case sellTapped(Int)
    case showMoreTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: break
      case .previousTapped: state.log.loadPrevious(Self.entries)
      case .sellSelectedTapped:
        state.tools.removeAll { [selection = state.selection] in selection.contains($0.id) }
        state.selection = []
      case .sellTapped(let id): state.tools.removeAll { $0.id == id }
      case .showMoreTapped: state.log.loadMore(Self.entries)
      }
      return .none
    }
  }

  /// Returns two of five entries.
  private static func entries(after id: Int?) -> Paging<Int, Entry>.Page {
    let entries = (1...5).filter { $0 > id ?? 0 }.prefix(2).map { Entry(id: $0) }
    return Paging.Page(entries, limit: 2) { $0.id }
  }
}

extension Depot.State: Routable {
  static var routes: some Routes<Self> {
    Query(\.search, "q", default: "")
    Query(\.sort.column, "sort", default: .name)
    Query(\.sort.order, "order", default: .ascending)
  }
}

struct DepotView: View {
  @Bindable var store: StoreOf<Depot>

  var body: some View {
    VStack {
      Table(store.shown, caption: "Tools", selection: $store.selection, sortOrder: $store.sort) {
        TableColumn("Name", value: \.name, sort: .name)
        TableColumn("Price", sort: .price) { tool in Text("\(tool.price) €") }
          .alignment(.trailing)
        TableColumn("Actions") { tool in
          Button("Sell") { store.send(.sellTapped(tool.id)) }.accessibilityLabel(
            "Sell \(tool.name)")
        }
      }
      .searchable(text: $store.search, prompt: "Search for tools")
      Button("Remove \(store.selection.count) selected") { store.send(.sellSelectedTapped) }
      LazyList(store.log, previous: { store.send(.previousTapped) }, loadsOnScroll: false) {
        entry in
        Text("Entry \(entry.id)")
      } more: {
        store.send(.showMoreTapped)
      }
    }
    .navigationTitle("Depot")
  }
}

struct DepotApp: App {
  let store = Store(initialState: Depot.State()) { Depot() }

  var body: some Scene {
    WindowGroup { DepotView(store: store) }
      .routes(of: store)
  }
}

/// Creates a site with the depot.
func depotSite() throws -> FlowSite {
  try FlowSite { settings, sessions in
    try Server(settings: settings, sessions: sessions) { Mount("/depot", DepotApp.self) }
  }
}
