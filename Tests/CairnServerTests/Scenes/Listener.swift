import Cairn
import CairnServer
import CairnTesting
import Logging

/// What an effect does in a test: it may say something, which the page then shows.
typealias Job = @Sendable (_ say: @escaping @Sendable (String) async -> Void) async throws -> Void

/// A feature whose effects a test writes.
@Reducer
struct Listener {
  @ObservableState
  struct State: Equatable, Sendable {
    var heard: [String] = []
  }

  enum Action {
    case goTapped
    case heard(String)
    case pausedTapped
    case stopTapped
    case tellTapped
  }

  enum CancelID { case job, pause }

  /// Where the effect of a job is made.
  static let jobLine: UInt = #line + 10

  @Dependency(\.jobs) var jobs

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .goTapped:
        let job = jobs.effect
        // Its line is known to a test.
        return .run { send in try await job { await send(.heard($0)) } }
          .cancellable(id: CancelID.job)
      case .heard(let text):
        state.heard.append(text)
        return .none
      case .pausedTapped:
        return .run { send in await send(.heard("paused")) }
          .debounce(id: CancelID.pause, for: jobs.pause)
      case .stopTapped:
        return .cancel(id: CancelID.job)
      case .tellTapped:
        jobs.tell()
        return .none
      }
    }
  }
}

/// What a test does in the place of effects.
struct Jobs: Sendable {
  /// What the button begins.
  var effect: Job = { _ in }
  /// What the view begins.
  var view: Job = { _ in }
  /// What the reducer does with another button, by itself.
  var tell: @Sendable () -> Void = {}
  /// How long an action is debounced.
  var pause = Duration.seconds(7200)
  /// Whether the view begins what the button does, and waits for that.
  var isSentByView = false
}

private enum JobsKey: DependencyKey {
  static let liveValue = Jobs()
  static let testValue = Jobs()
}

extension DependencyValues {
  var jobs: Jobs {
    get { self[JobsKey.self] }
    set { self[JobsKey.self] = newValue }
  }
}

private struct ListenerView: View {
  let store: StoreOf<Listener>
  @Dependency(\.jobs) var jobs

  var body: some View {
    VStack {
      Text("Heard: \(store.heard.joined(separator: ", "))")
      Button("Go") { store.send(.goTapped) }
      Button("Pause") { store.send(.pausedTapped) }
      Button("Stop") { store.send(.stopTapped) }
      Button("Tell") { store.send(.tellTapped) }
    }
    .navigationTitle("Listener")
    .task { [jobs] in
      if jobs.isSentByView {
        await store.send(.goTapped).finish()
      } else {
        try? await jobs.view { _ in }
        store.send(.heard("loaded"))
      }
    }
  }
}

struct ListenerApp: App {
  let store = Store(initialState: Listener.State()) { Listener() }

  var body: some Scene {
    WindowGroup { ListenerView(store: store) }
  }
}

/// A server of the listener, by default with an hour for effects: who has to wait for one that does not
/// settle waits beyond the limit of the test.
func listenerServer(
  _ jobs: Jobs, settleLimit: Duration = .seconds(3600), isDebugging: Bool = false,
  prepare: (inout DependencyValues) -> Void = { _ in }
) throws -> Server {
  var settings = ServerSettings()
  settings.settleLimit = settleLimit
  if isDebugging { settings.logLevel = .debug }
  return try Server(settings: settings) {
    $0.jobs = jobs
    prepare(&$0)
  } mounts: {
    Mount("/listener", ListenerApp.self)
  }
}
