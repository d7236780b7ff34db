import Cairn
import CairnServer
import CairnTesting
import Logging

/// The work of an effect in a test. It can pass texts to a closure, and the page then shows them.
typealias Job = @Sendable (_ say: @escaping @Sendable (String) async -> Void) async throws -> Void

/// A feature whose effects are provided by a test.
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

  /// The line on which the effect of a job is created.
  static let jobLine: UInt = #line + 10

  @Dependency(\.jobs) var jobs

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .goTapped:
        let job = jobs.effect
        // A test knows this line.
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

/// A test's replacements for effects.
struct Jobs: Sendable {
  /// The work that the button starts.
  var effect: Job = { _ in }
  /// The work that the view starts.
  var view: Job = { _ in }
  /// A closure that the reducer calls synchronously for another button.
  var tell: @Sendable () -> Void = {}
  /// The delay of a debounced action.
  var pause = Duration.seconds(7200)
  /// Whether the view starts the button's effect, and waits for it.
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

/// Returns a server of the listener. By default, effects have an hour, so a response that waits for one exceeds the
/// test's time limit.
func listenerServer(
  _ jobs: Jobs, settleLimit: Duration? = .seconds(3600),
  settleLimitWithoutScript: Duration? = nil, isDebugging: Bool = false,
  prepare: (inout DependencyValues) -> Void = { _ in }
) throws -> Server {
  var settings = ServerSettings()
  settings.settleLimit = settleLimit
  settings.settleLimitWithoutScript = settleLimitWithoutScript
  if isDebugging { settings.logLevel = .debug }
  return try Server(settings: settings) {
    $0.jobs = jobs
    prepare(&$0)
  } mounts: {
    Mount("/listener", ListenerApp.self)
  }
}
