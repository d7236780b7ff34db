import Cairn
import CairnServer

@Reducer
struct BirdLog {
  @ObservableState
  struct State: Codable, Equatable {
    var count = 0
  }

  enum Action {
    case countButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .countButtonTapped:
        state.count += 1
        return .none
      }
    }
  }
}

struct BirdLogView: View {
  @Bindable var store: StoreOf<BirdLog>

  var body: some View {
    VStack {
      Text("Birds: \(store.count)")
      Button("Count") { store.send(.countButtonTapped) }
    }
    .navigationTitle("Bird log")
  }
}

@main
struct BirdApp: App {
  let store = Store(initialState: BirdLog.State()) { BirdLog() }

  var body: some Scene {
    WindowGroup { BirdLogView(store: store) }
  }
}
