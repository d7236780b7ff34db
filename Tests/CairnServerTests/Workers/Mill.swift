import Cairn
import CairnServer
import CairnTesting
import Glibc

/// Holds up threads that grind, while it is closed.
final class Mill: Sendable {
  private let gate = DispatchGate()
  /// Told of each that begins to grind.
  let arrivals = AsyncStream<Void>.makeStream()

  func grind() {
    guard gate.isClosed else { return }
    arrivals.continuation.yield()
    gate.wait()
  }

  /// Waits until so many have begun.
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

/// A door for threads.
///
/// Unchecked: it is used under its mutex alone.
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

/// A feature with a button whose reducer does not come back until the mill is opened.
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
      .stored(store)
  }
}

/// An application whose page is not drawn before the mill is opened.
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

/// An application with nothing to wait for.
struct QuickApp: App {
  var body: some Scene {
    WindowGroup { Text("At once") }
  }
}
