import Cairn
import CairnServer
import CairnTesting
import Glibc

/// Blocks threads while it's closed.
final class Mill: Sendable {
  private let gate = DispatchGate()
  /// Receives an element for each thread that begins to grind.
  let arrivals = AsyncStream<Void>.makeStream()

  func grind() {
    guard gate.isClosed else { return }
    arrivals.continuation.yield()
    gate.wait()
  }

  /// Waits until a number of threads have begun.
  func arrived(_ count: Int) async {
    var left = count
    if left == 0 { return }
    for await _ in arrivals.stream {
      left -= 1
      if left == 0 { break }
    }
  }

  func close() { gate.close() }

  func open() { gate.open() }
}

/// A gate for threads.
///
/// Unchecked: it's only used under its mutex.
private final class DispatchGate: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isOpen = true

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  func wait() {
    pthread_mutex_lock(mutex)
    while !isOpen { pthread_cond_wait(condition, mutex) }
    pthread_mutex_unlock(mutex)
  }

  var isClosed: Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return !isOpen
  }

  func close() {
    pthread_mutex_lock(mutex)
    isOpen = false
    pthread_mutex_unlock(mutex)
  }

  func open() {
    pthread_mutex_lock(mutex)
    isOpen = true
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }
}

private enum MillKey: DependencyKey {
  static let liveValue: Mill? = nil
}

extension DependencyValues {
  var mill: Mill? {
    get { self[MillKey.self] }
    set { self[MillKey.self] = newValue }
  }
}

/// A feature with a button whose reducer doesn't return until the mill is open.
@Reducer
struct Grinding {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var ground = 0
    var taps = 0
  }

  enum Action {
    case grindTapped
    case tapped
  }

  @Dependency(\.mill) var mill

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .grindTapped:
        mill?.grind()
        state.ground += 1
      case .tapped: state.taps += 1
      }
      return .none
    }
  }
}

struct GrindingView: View {
  let store: StoreOf<Grinding>

  var body: some View {
    Text("Ground: \(store.ground), taps: \(store.taps)")
    Button("Grind") { store.send(.grindTapped) }
    Button("Tap") { store.send(.tapped) }
  }
}

struct GrindingApp: App {
  let store = Store(initialState: Grinding.State()) { Grinding() }

  var body: some Scene {
    WindowGroup { GrindingView(store: store) }
      .persistedStore(store)
  }
}

/// An application whose page isn't rendered until the mill is open.
struct SlowApp: App {
  var body: some Scene {
    WindowGroup { SlowView() }
  }
}

struct SlowView: View {
  @Dependency(\.mill) var mill

  var body: some View {
    let _: Void? = mill?.grind()
    Text("At last")
  }
}

/// An application without delays.
struct QuickApp: App {
  var body: some Scene {
    WindowGroup { Text("At once") }
  }
}
