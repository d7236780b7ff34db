import Cairn
import CairnServer
import CairnTesting
import Synchronization

/// A feature whose views load data when they appear.
@Reducer
struct Sample {
  @ObservableState
  struct State: Equatable, Sendable {
    var visits = 0
    var text = "empty"
    var ticks = 0
    @Presents var detail: Detail.State?
  }

  enum Action {
    case appeared
    case detail(PresentationAction<Detail.Action>)
    case detailTapped
    case loaded(String)
    case loadTapped
    case tickForever
    case ticked
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.probe) var probe

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        state.visits += 1
        return .none
      case .detail:
        return .none
      case .detailTapped:
        state.detail = Detail.State()
        return .none
      case .loaded(let text):
        state.text = text
        return .none
      case .loadTapped:
        return .run { [probe] send in await send(.loaded(try await probe.load())) }
      case .tickForever:
        return .run { [clock, probe] send in
          probe.began("ticks")
          for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
          probe.ended("ticks")
        }
      case .ticked:
        state.ticks += 1
        return .none
      }
    }
    .ifLet(\.$detail, action: \.detail) { Detail() }
  }
}

@Reducer
struct Detail {
  @ObservableState
  struct State: Equatable, Sendable {
    var text = ""
    var steps = 0
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case stepped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .stepped = action { state.steps += 1 }
      return .none
    }
  }
}

extension Sample.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.detail, "detail") { _ in Detail.State() }
  }
}

struct SampleView: View {
  @Bindable var store: StoreOf<Sample>
  @Dependency(\.probe) var probe

  var body: some View {
    VStack {
      Text("Visits: \(store.visits)")
      Text("Text: \(store.text)")
      Text("Ticks: \(store.ticks)")
      Button("Detail") { store.send(.detailTapped) }
      Button("Load") { store.send(.loadTapped) }
      Button("Tick") { store.send(.tickForever) }
    }
    .navigationTitle("Sample")
    .onAppear { store.send(.appeared) }
    .sheet(item: $store.scope(state: \.detail, action: \.detail)) { store in
      DetailView(store: store, probe: probe)
    }
  }
}

struct DetailView: View {
  @Bindable var store: StoreOf<Detail>
  let probe: Probe

  var body: some View {
    Form {
      TextField("Text", text: $store.text)
      Text("Steps: \(store.steps)")
      Button("Apply") {}
    }
    .navigationTitle("Detail")
    .task {
      probe.began("detail")
      // The code before and after each suspension holds the scene's lock.
      for _ in 0..<3 {
        store.send(.stepped)
        await Task.yield()
      }
      try? await probe.wait()
      probe.ended("detail")
    }
  }
}

struct SampleApp: App {
  let store = Store(initialState: Sample.State()) { Sample() }

  var body: some Scene {
    WindowGroup { SampleView(store: store) }
      .routes(of: store)
  }
}

/// An application without locations, whose store only the view knows.
struct PlainApp: App {
  let store = Store(initialState: Sample.State()) { Sample() }

  var body: some Scene {
    WindowGroup { SampleView(store: store) }
  }
}

/// Lets a test observe and delay work on the server.
final class Probe: Sendable {
  private struct State {
    var running: [String: Int] = [:]
    var begun: [String: Int] = [:]
    var waiters:
      [(isMet: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())
  private let gate: @Sendable () async throws -> String

  /// - Parameter gate: The work that a load waits for.
  init(gate: @escaping @Sendable () async throws -> String = { "loaded" }) {
    self.gate = gate
  }

  func load() async throws -> String { try await gate() }

  /// Waits until the task is canceled.
  func wait() async throws {
    try await withoutBlockingResponse { try await Task.never() }
  }

  func began(_ name: String) {
    change {
      $0.running[name, default: 0] += 1
      $0.begun[name, default: 0] += 1
    }
  }

  func ended(_ name: String) {
    change { $0.running[name, default: 0] -= 1 }
  }

  func begun(_ name: String) -> Int { state.withLock { $0.begun[name] ?? 0 } }

  /// Waits until a number of tasks run under a name, or have begun.
  func reach(_ count: Int, _ name: String, begun: Bool = false) async {
    let isMet: @Sendable (State) -> Bool = {
      (begun ? $0.begun : $0.running)[name] ?? 0 == count
    }
    await withCheckedContinuation { continuation in
      change { $0.waiters.append((isMet, continuation)) }
    }
  }

  private func change(_ body: @Sendable (inout State) -> Void) {
    let met = state.withLock { state in
      body(&state)
      let waiters = state.waiters
      state.waiters = waiters.filter { !$0.isMet(state) }
      return waiters.filter { $0.isMet(state) }
    }
    for waiter in met { waiter.continuation.resume() }
  }
}

private enum ProbeKey: DependencyKey {
  static let liveValue = Probe()
  static let testValue = Probe()
}

extension DependencyValues {
  var probe: Probe {
    get { self[ProbeKey.self] }
    set { self[ProbeKey.self] = newValue }
  }
}

/// Returns a server of the samples.
func sampleServer(
  _ probe: Probe = Probe(), clock: any Clock<Duration> = TestClock(),
  settings: ServerSettings = ServerSettings()
) throws -> Server {
  try Server(settings: settings) {
    $0.probe = probe
    $0.continuousClock = clock
  } mounts: {
    Mount("/sample", SampleApp.self)
    Mount("/plain", PlainApp.self)
  }
}
