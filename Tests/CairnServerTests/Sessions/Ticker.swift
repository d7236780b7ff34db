import Cairn
import CairnServer
import Synchronization

/// A feature whose view ticks every second while it's visible.
@Reducer
struct Ticker {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var ticks = 0
    var taps = 0
  }

  enum Action {
    case tapped
    case ticked
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tapped: state.taps += 1
      case .ticked: state.ticks += 1
      }
      return .none
    }
  }
}

struct TickerView: View {
  let store: StoreOf<Ticker>
  @Dependency(\.continuousClock) var clock
  @Dependency(\.tickers) var tickers

  var body: some View {
    TickerFace(store: store, clock: clock, tickers: tickers)
      .navigationTitle("Ticker")
  }
}

struct TickerFace: View {
  let store: StoreOf<Ticker>
  let clock: any Clock<Duration>
  let tickers: Tickers

  var body: some View {
    VStack {
      Text("Ticks: \(store.ticks)")
      Text("Taps: \(store.taps)")
      Button("Tap") { store.send(.tapped) }
    }
    .task {
      tickers.log.note(beganOn: tickers.server)
      for await _ in clock.timer(interval: .seconds(1)) { store.send(.ticked) }
      tickers.log.note(endedOn: tickers.server)
    }
  }
}

struct TickerApp: App {
  let store = Store(initialState: Ticker.State()) { Ticker() }

  var body: some Scene {
    WindowGroup { TickerView(store: store) }
      .persistedStore(store)
  }
}

/// The running tickers of one server.
struct Tickers: Sendable {
  let server: Int
  let log: TickerLog
}

/// The running tickers of all servers.
final class TickerLog: Sendable {
  private struct State {
    var begun: [Int]
    var running: [Int]
    /// Whether tickers were ever running on two servers.
    var haveOverlapped = false
  }

  private let state: Mutex<State>

  init(servers: Int) {
    let none = Array(repeating: 0, count: servers)
    state = Mutex(State(begun: none, running: none))
  }

  /// The number of tickers that have begun so far, for each server.
  var begun: [Int] { state.withLock(\.begun) }
  /// The number of tickers that are running, for each server.
  var running: [Int] { state.withLock(\.running) }
  var haveOverlapped: Bool { state.withLock(\.haveOverlapped) }

  func note(beganOn server: Int) {
    state.withLock { state in
      state.begun[server] += 1
      state.running[server] += 1
      if state.running.count(where: { $0 > 0 }) > 1 { state.haveOverlapped = true }
    }
  }

  func note(endedOn server: Int) { state.withLock { $0.running[server] -= 1 } }
}

private enum TickersKey: DependencyKey {
  static let liveValue = Tickers(server: 0, log: TickerLog(servers: 1))
  static let testValue = Tickers(server: 0, log: TickerLog(servers: 1))
}

extension DependencyValues {
  var tickers: Tickers {
    get { self[TickersKey.self] }
    set { self[TickersKey.self] = newValue }
  }
}
