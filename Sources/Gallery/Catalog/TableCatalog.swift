import Cairn

/// Tables, lists that are loaded page by page, and search fields, for the catalog.
@Reducer
struct TableCatalog {
  /// A column by which the tools can be sorted.
  enum Column: String, Codable, Sendable { case name, price }

  /// A row of the table.
  struct Tool: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    let name: String
    let price: Int
  }

  /// A row of the list that's loaded page by page.
  struct Entry: Codable, Equatable, Identifiable, Sendable { let id: Int }

  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var sort = TableSort(Column.name)
    var selection: Set<Int> = [2]
    var search = ""
    var log = Paging<Int, Entry>(maximumPages: 3)

    /// The tools that contain the search text, in the order of the table.
    var tools: [Tool] {
      let found = Self.samples.filter {
        search.isEmpty || $0.name.lowercased().contains(search.lowercased())
      }
      return found.sorted { one, other in
        switch sort.column {
        case .name: sort.precedes(one.name, other.name)
        case .price: sort.precedes(one.price, other.price)
        }
      }
    }

    private static let samples = [
      Tool(id: 1, name: "Axe", price: 30), Tool(id: 2, name: "Drill", price: 120),
      Tool(id: 3, name: "Hammer", price: 15), Tool(id: 4, name: "Saw", price: 45),
      Tool(
        id: 5,
        name: "Workbench with two drawers, four wheels, and a name that doesn't fit into one line",
        price: 1_250),
    ]
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case previousTapped
    case showMoreTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: break
      case .previousTapped: state.log.loadPrevious(Self.entries)
      case .showMoreTapped: state.log.loadMore(Self.entries)
      }
      return .none
    }
  }

  /// Returns the next five of 100,000 entries, as a database does.
  private static func entries(after id: Int?) -> Paging<Int, Entry>.Page {
    let first = (id ?? 0) + 1
    let entries = (first..<min(first + 5, 100_001)).map { Entry(id: $0) }
    return Paging.Page(entries, limit: 5) { $0.id }
  }
}
