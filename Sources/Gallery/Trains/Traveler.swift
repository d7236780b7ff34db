import Cairn

/// What the trains know of who looks at them: the state beside the path.
@Reducer
struct Traveler {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var name = ""
    var isLocked = false
    /// The train that was looked at last.
    var lastTrainID: Int?
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case lockTapped
    case trainLeft(id: Int)
    case unlockTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: break
      case .lockTapped: state.isLocked = true
      case .trainLeft(let id): state.lastTrainID = id
      case .unlockTapped: state.isLocked = false
      }
      return .none
    }
  }
}
