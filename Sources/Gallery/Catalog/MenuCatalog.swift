import Cairn

/// Menus, and the menus of rows.
@Reducer
struct MenuCatalog {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var names = [
      "Mouse", "Keyboard", "A monitor with a name that's too long for one line of a phone",
    ]
    var last = "Nothing yet"
    var isAsking = false

    init() {}
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case askTapped
    case deleteTapped(String)
    case duplicateTapped(String)
    case tapped(String)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: break
      case .askTapped: state.isAsking = true
      case .deleteTapped(let name): state.names.removeAll { $0 == name }
      case .duplicateTapped(let name): state.names.append("Copy of \(name)")
      case .tapped(let name): state.last = name
      }
      return .none
    }
  }
}
