import Cairn

/// The state of the sample that isn't part of its path.
@Reducer
struct Traveler {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var name = ""
    var isLocked = false
    /// The train that the user looked at last.
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
