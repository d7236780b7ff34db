import Cairn
import CairnServer
import Synchronization

/// A feature whose view beats every 30 milliseconds.
@Reducer
struct Metronome {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var beats = 0
    var taps = 0
  }

  enum Action {
    case beat
    case tapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .beat: state.beats += 1
      case .tapped: state.taps += 1
      }
      return .none
    }
  }
}

struct MetronomeView: View {
  let store: StoreOf<Metronome>
  @Dependency(\.continuousClock) var clock
  @Dependency(\.metronomes) var metronomes

  var body: some View {
    MetronomeFace(store: store, clock: clock, metronomes: metronomes)
      .navigationTitle("Metronome")
  }
}

struct MetronomeFace: View {
  let store: StoreOf<Metronome>
  let clock: any Clock<Duration>
  let metronomes: Metronomes

  var body: some View {
    VStack {
      Text("Beats: \(store.beats)")
      Text("Taps: \(store.taps)")
      Button("Tap") { store.send(.tapped) }
    }
    .task {
      metronomes.began()
      for await _ in clock.timer(interval: .milliseconds(30)) {
        metronomes.beat()
        store.send(.beat)
      }
      metronomes.ended()
    }
  }
}

struct MetronomeApp: App {
  let store = Store(initialState: Metronome.State()) { Metronome() }

  var body: some Scene {
    WindowGroup { MetronomeView(store: store) }
      .persistedStore(store)
  }
}

/// The running metronomes of one server.
struct Metronomes: Sendable {
  let server: Int
  let log: MetronomeLog

  func began() { log.note(began: server) }
  func beat() { log.note(beat: server) }
  func ended() { log.note(ended: server) }
}

/// The running metronomes of all servers.
final class MetronomeLog: Sendable {
  private struct State {
    var running: [Int: Int] = [:]
    var begun = 0
    var beats = 0
    var overlaps: [String] = []
    var waiters: [CheckedContinuation<Void, Never>] = []

    mutating func noteOverlap(_ event: String, on server: Int) {
      guard running.contains(where: { $0.key != server && $0.value > 0 }) else { return }
      overlaps.append("\(event) on server \(server) while \(running) were running")
    }
  }

  private let state = Mutex(State())

  /// The number of metronomes that have begun so far.
  var begun: Int { state.withLock(\.begun) }
  var beats: Int { state.withLock(\.beats) }
  /// The events during which metronomes were running on another server.
  var overlaps: [String] { state.withLock(\.overlaps) }

  func note(began server: Int) {
    state.withLock { state in
      state.noteOverlap("began", on: server)
      state.running[server, default: 0] += 1
      state.begun += 1
    }
  }

  func note(beat server: Int) {
    state.withLock { state in
      state.noteOverlap("beat", on: server)
      state.beats += 1
    }
  }

  func note(ended server: Int) {
    let waiters = state.withLock { state in
      state.running[server, default: 0] -= 1
      guard state.running.values.allSatisfy({ $0 == 0 }) else {
        return [] as [CheckedContinuation<Void, Never>]
      }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until no metronome is running.
  func waitUntilSilent() async {
    await withCheckedContinuation { continuation in
      let isSilent = state.withLock { state in
        guard state.running.values.contains(where: { $0 > 0 }) else { return true }
        state.waiters.append(continuation)
        return false
      }
      if isSilent { continuation.resume() }
    }
  }
}

private enum MetronomesKey: DependencyKey {
  static let liveValue = Metronomes(server: 0, log: MetronomeLog())
  static let testValue = Metronomes(server: 0, log: MetronomeLog())
}

extension DependencyValues {
  var metronomes: Metronomes {
    get { self[MetronomesKey.self] }
    set { self[MetronomesKey.self] = newValue }
  }
}
