import Cairn

/// A reducer store in an application of models.
struct Switches {
  private let store = Store(initialState: Lamp.State()) { Lamp() }
}

@Reducer
private struct Lamp {
  struct State: Equatable {
    var isOn = false
  }

  enum Action {
    case switched
  }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.isOn.toggle()
      return .none
    }
  }
}
