import Cairn
import CairnServer

/// A form that an effect changes fifty times per second while a user types.
@Reducer
struct Ticking {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var ticks = 0
    var text = ""
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case startTapped
    case ticked
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: return .none
      case .startTapped:
        return .run { [clock] send in
          for await _ in clock.timer(interval: .milliseconds(20)) { await send(.ticked) }
        }
      case .ticked:
        state.ticks += 1
        return .none
      }
    }
  }
}

struct TickingView: View {
  @Bindable var store: StoreOf<Ticking>

  var body: some View {
    Form {
      TextField("Text", text: $store.text)
      Text("Ticks: \(store.ticks)")
      Text("Heard: \(store.text)")
      Button("Start") { store.send(.startTapped) }
    }
    .navigationTitle("Ticking")
  }
}

struct TickingApp: App {
  let store = Store(initialState: Ticking.State()) { Ticking() }

  var body: some Scene { WindowGroup { TickingView(store: store) } }
}
