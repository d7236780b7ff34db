import Cairn
import CairnServer

/// A page whose button moves down every second.
@Reducer
struct Growing {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var lines = 0
    var taps = 0
  }

  enum Action { case grew, startTapped, tapped }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .grew:
        state.lines += 10
        return .none
      case .startTapped:
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.grew) }
        }
      case .tapped:
        state.taps += 1
        return .none
      }
    }
  }
}

struct GrowingView: View {
  let store: StoreOf<Growing>

  var body: some View {
    VStack {
      ForEach(0..<store.lines, id: \.self) { Text("Line \($0)") }
      Button("Tap") { store.send(.tapped) }
      Button("Start") { store.send(.startTapped) }
      Text("Taps: \(store.taps)")
    }
    .navigationTitle("Growing")
  }
}

struct GrowingApp: App {
  let store = Store(initialState: Growing.State()) { Growing() }

  var body: some Scene { WindowGroup { GrowingView(store: store) } }
}
