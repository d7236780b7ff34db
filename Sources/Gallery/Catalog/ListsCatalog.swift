import Cairn

/// Lists, sections, tabs, and placeholders.
@Reducer
struct ListsCatalog {
  enum Tab: String, Codable, Sendable { case arrivals, departures }

  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var tab = Tab.arrivals
    var opened = "Nothing yet"

    init() {}
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case tapped(String)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .tapped(let name) = action { state.opened = name }
      return .none
    }
  }
}
