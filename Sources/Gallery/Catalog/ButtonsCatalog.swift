import Cairn

/// Buttons, links, badges, and signs of activity.
@Reducer
struct ButtonsCatalog {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var taps = 0
    var isAlerting = false
    var isAsking = false

    init() {}
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case alertTapped
    case askTapped
    case tapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: break
      case .alertTapped: state.isAlerting = true
      case .askTapped: state.isAsking = true
      case .tapped: state.taps += 1
      }
      return .none
    }
  }
}
