import Cairn
import CairnServer
import CairnTesting
import Synchronization

/// A feature with work that begins again after a restart, and with work whose interruption is reported to it.
@Reducer
struct Kiln {
  /// The notice about firing that doesn't begin again.
  static let interruption = "The kiln went out."

  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var fired: [String] = []
    var firing = 0
    var isHeating = false
    @Presents var drawer: Drawer.State?
  }

  enum Action {
    case cooled
    case drawer(PresentationAction<Drawer.Action>)
    case drawerTapped
    case fire(Load)
    case fireTapped
    case fired(String)
    case heatTapped
    case saltTapped
  }

  struct Load: Codable, Sendable {
    let pots: [String]
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.kilnLog) var log
  @Dependency(\.probe) var probe

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cooled:
        state.isHeating = false
        return .none
      case .drawerTapped:
        state.drawer = Drawer.State()
        return .none
      case .fireTapped:
        return .send(.fire(Load(pots: ["bowl", "jug"])))
      case .fire(let load):
        state.firing += 1
        return .run(resume: action) { [clock, log, probe] send in
          @Dependency(\.idempotencyKey) var key
          log.keys.withLock { $0.append(key) }
          probe.began("fire")
          try await clock.sleep(for: .seconds(60))
          await send(.fired(load.pots.joined(separator: ", ")))
        }
        .onInterruption(message: Self.interruption)
      case .fired(let pots):
        state.fired.append(pots)
        return .none
      case .heatTapped:
        state.isHeating = true
        return .run { [clock] _ in try await clock.sleep(for: .seconds(60)) }
          .onInterruption(send: .cooled)
      case .drawer, .saltTapped:
        return .none
      }
    }
    .persistedAction(\.fire)
    .persistedAction(\.cooled)
    .ifLet(\.$drawer, action: \.drawer) { Drawer() }
  }
}

extension Kiln.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.drawer, "drawer") { _ in Drawer.State() }
  }
}

struct KilnView: View {
  @Bindable var store: StoreOf<Kiln>
  @Dependency(\.probe) var probe

  var body: some View {
    VStack {
      Text("Firing: \(store.firing)")
      Text("Fired: \(store.fired.joined(separator: "; "))")
      Text(store.isHeating ? "Hot" : "Cold")
      Button("Drawer") { store.send(.drawerTapped) }
      Button("Fire") { store.send(.fireTapped) }
      Button("Heat") { store.send(.heatTapped) }
      Button("Salt") { store.send(.saltTapped) }
    }
    .navigationTitle("Kiln")
    .sheet(item: $store.scope(state: \.drawer, action: \.drawer)) { store in
      DrawerView(store: store, title: "Drawer", probe: probe)
    }
  }
}

struct KilnApp: App {
  let store = Store(initialState: Kiln.State()) { Kiln() }

  var body: some Scene {
    WindowGroup { KilnView(store: store) }
      .routes(of: store)
  }
}

/// The keys with which the work has begun.
final class KilnLog: Sendable {
  let keys = Mutex<[IdempotencyKey]>([])

  /// The number of times that the work has begun, and the number of different keys.
  var counts: [Int] { keys.withLock { [$0.count, Set($0).count] } }
}

private enum KilnLogKey: DependencyKey {
  static let liveValue = KilnLog()
  static let testValue = KilnLog()
}

extension DependencyValues {
  var kilnLog: KilnLog {
    get { self[KilnLogKey.self] }
    set { self[KilnLogKey.self] = newValue }
  }
}
