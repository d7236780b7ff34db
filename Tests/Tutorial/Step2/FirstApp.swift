import Cairn
import CairnServer

struct Bird: Codable, Equatable, Identifiable, Sendable {
  var name: String
  var count: Int

  var id: String { name }
}

@Reducer
struct BirdLog {
  @ObservableState
  struct State: Codable, Equatable {
    var birds: IdentifiedArrayOf<Bird> = [
      Bird(name: "Blackbird", count: 2),
      Bird(name: "Robin", count: 1),
    ]
  }

  enum Action {
    case countButtonTapped(id: Bird.ID)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .countButtonTapped(let id):
        state.birds[id: id]?.count += 1
        return .none
      }
    }
  }
}

struct BirdLogView: View {
  @Bindable var store: StoreOf<BirdLog>

  var body: some View {
    List(store.birds) { bird in
      HStack {
        Text("\(bird.name): \(bird.count)")
        Spacer()
        Button("Count") { store.send(.countButtonTapped(id: bird.id)) }
          .accessibilityLabel("Count \(bird.name)")
      }
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
