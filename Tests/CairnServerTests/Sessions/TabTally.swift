import Cairn
import CairnServer
import CairnTesting

/// An application that counts in its scene, in an effect, and for all tabs.
@Reducer
struct TabTally {
  @ObservableState
  struct State: Codable, Equatable {
    var own = 0
    var ticks = 0
    @Shared(.session("total")) var total = 0
  }

  enum Action {
    case addTapped
    case addToAllTapped
    case startTapped
    case ticked
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addTapped: state.own += 1
      case .addToAllTapped: state.$total.withLock { $0 += 1 }
      case .startTapped:
        return .run { [clock] send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.ticked)
          }
        }
      case .ticked: state.ticks += 1
      }
      return .none
    }
  }
}

struct TabTallyView: View {
  let store: StoreOf<TabTally>

  var body: some View {
    VStack {
      Text("Own: \(store.own)")
      Text("Ticks: \(store.ticks)")
      Text("Total: \(store.total)")
      Button("Add") { store.send(.addTapped) }
      Button("Add to all") { store.send(.addToAllTapped) }
      Button("Start") { store.send(.startTapped) }
    }
    .navigationTitle("Tally")
  }
}

struct TabTallyApp: App {
  let store = Store(initialState: TabTally.State()) { TabTally() }

  var body: some Scene { WindowGroup { TabTallyView(store: store) } }
}
