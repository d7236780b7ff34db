import Cairn
import CairnServer
import CairnTesting

/// A feature that can be stored. Its views work while they're visible, and it can tick regardless of the visible
/// views.
@Reducer
struct Workshop {
  /// The notice after the ticking was interrupted.
  static let interruption = "It ticks no more."

  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var ticks = 0
    @Presents var drawer: Drawer.State?
    @Presents var shelf: Drawer.State?
  }

  enum Action {
    case drawer(PresentationAction<Drawer.Action>)
    case drawerTapped
    case shelf(PresentationAction<Drawer.Action>)
    case shelfTapped
    case ticked
    case tickTapped
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.probe) var probe

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .drawer, .shelf:
        return .none
      case .drawerTapped:
        state.drawer = Drawer.State()
        return .none
      case .shelfTapped:
        state.shelf = Drawer.State()
        return .none
      case .ticked:
        state.ticks += 1
        return .none
      case .tickTapped:
        return .run { [clock, probe] send in
          probe.began("ticks")
          for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
          probe.ended("ticks")
        }
        .onInterruption(message: Self.interruption)
      }
    }
    .ifLet(\.$drawer, action: \.drawer) { Drawer() }
    .ifLet(\.$shelf, action: \.shelf) { Drawer() }
  }
}

@Reducer
struct Drawer {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var label = ""
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> { BindingReducer() }
}

extension Workshop.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.drawer, "drawer") { _ in Drawer.State() }
    Route(\.shelf, "shelf") { _ in Drawer.State() }
  }
}

struct WorkshopView: View {
  @Bindable var store: StoreOf<Workshop>
  @Dependency(\.probe) var probe

  var body: some View {
    VStack {
      Text("Ticks: \(store.ticks)")
      Button("Drawer") { store.send(.drawerTapped) }
      Button("Shelf") { store.send(.shelfTapped) }
      Button("Tick") { store.send(.tickTapped) }
    }
    .navigationTitle("Workshop")
    .task { [probe] in await probe.works("workshop") }
    .sheet(item: $store.scope(state: \.drawer, action: \.drawer)) { store in
      DrawerView(store: store, title: "Drawer", probe: probe)
    }
    .sheet(item: $store.scope(state: \.shelf, action: \.shelf)) { store in
      DrawerView(store: store, title: "Shelf", probe: probe)
    }
  }
}

struct DrawerView: View {
  @Bindable var store: StoreOf<Drawer>
  let title: String
  let probe: Probe

  var body: some View {
    Form {
      TextField("Label", text: $store.label)
      Button("Apply") {}
    }
    .navigationTitle(title)
    .task { [title, probe] in await probe.works(title) }
  }
}

struct WorkshopApp: App {
  let store = Store(initialState: Workshop.State()) { Workshop() }

  var body: some Scene {
    WindowGroup { WorkshopView(store: store) }
      .routes(of: store)
  }
}

extension Probe {
  /// Works under a name until the task is canceled.
  fileprivate func works(_ name: String) async {
    began(name)
    try? await wait()
    ended(name)
  }
}

/// Returns a server of the workshop that can be restarted.
func workshopServer(
  _ probe: Probe, clock: any Clock<Duration> = TestClock()
) throws -> TestServer {
  try TestServer { settings, sessions in
    try Server(settings: settings, sessions: sessions) {
      $0.probe = probe
      $0.continuousClock = clock
    } mounts: {
      Mount("/workshop", WorkshopApp.self)
    }
  }
}
