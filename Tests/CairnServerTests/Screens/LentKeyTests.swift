import Cairn
import CairnTesting
import LockCircles
import Synchronization
import Testing
import Ways

@testable import CairnServer

/// Keys of a submission's actions when another thread uses the scene in the middle of the submission.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.load)) struct LentKeyTests {
  private func site(_ till: Till) throws -> FlowSite {
    try FlowSite { settings, sessions in
      try Server(settings: settings, sessions: sessions) {
        $0.till = till
      } mounts: {
        Mount("/", TillApp.self)
      }
    }
  }

  @Test func `A borrower's action doesn't use a key of the submission`() async throws {
    let till = Till()
    let site = try site(till)
    let browser = try await site.browser(at: "/")
    try await browser.click("Open")
    let navigator = try #require(till.navigator)
    let lent = till.circle.lend {
      navigator.replaceContent(of: .root, with: Counter(number: 1))
    }
    try await browser.click("Pay")
    for await _ in lent {}
    #expect(navigator.path().current[0].content.is(Counter.self))
    #expect(till.circle.issues.isEmpty)
    // Keys end with the number of the action.
    let first = try #require(till.keys["ordered"]?.text)
    #expect(first.hasSuffix("-0"))
    #expect(till.keys["paid"]?.text == first.dropLast() + "1")
  }

  @Test func `A borrower's action during a reducer doesn't use a key of the submission`()
    async throws
  {
    let till = Till()
    let site = try site(till)
    let browser = try await site.browser(at: "/")
    try await browser.click("Open")
    let scenes = site.server.pages.sessions.all.flatMap { $0.state.withLock(\.scenes) }
    let scene = try #require(scenes.first)
    let lent = till.circle.lend {
      scene.isolation.performNow { _ = till.store?.send(.borrowed) }
    }
    try await browser.click("Pay slowly")
    for await _ in lent {}
    #expect(till.circle.issues.isEmpty)
    #expect(till.keys.count == 4)
    let first = try #require(till.keys["slow"]?.text)
    #expect(first.hasSuffix("-0"))
    let submission = first.dropLast(2)
    #expect(till.keys["paid"]?.text == submission + "-1")
    for name in ["borrowed", "followed"] {
      #expect(till.keys[name]?.text.hasPrefix(submission) == false)
    }
  }
}

private final class Till: Sendable, DependencyKey {
  static let liveValue = Till()
  let circle = LockCircle()
  private let state = Mutex<(navigator: Navigator?, keys: [String: IdempotencyKey])>((nil, [:]))
  /// The scene's store, which must be used under the scene's lock.
  nonisolated(unsafe) var store: StoreOf<Sale>?

  var navigator: Navigator? { state.withLock { $0.navigator } }
  var keys: [String: IdempotencyKey] { state.withLock { $0.keys } }

  func open(_ navigator: Navigator) { state.withLock { $0.navigator = navigator } }
  func note(_ name: String, _ key: IdempotencyKey) { state.withLock { $0.keys[name] = key } }
}

extension DependencyValues {
  fileprivate var till: Till {
    get { self[Till.self] }
    set { self[Till.self] = newValue }
  }
}

/// This screen isn't `Codable`, so it isn't in URLs and the page keeps its location.
private struct Counter: Screen {
  var number = 0
  var presentationStyle: ScreenPresentationStyle { .push }
}

@Reducer
private struct Sale {
  struct State: Equatable, Codable {}
  enum Action {
    case openTapped
    /// This action sends another action immediately.
    case borrowed
    case note(String)
    case slowlyTapped
  }

  @Dependency(\.till) var till
  @Dependency(\.navigator) var navigator

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .openTapped:
        till.open(navigator)
        return .none
      case .borrowed:
        return .merge(note("borrowed"), .send(.note("followed")))
      case .slowlyTapped:
        till.circle.waitForOther()
        return note("slow")
      case .note(let name):
        return note(name)
      }
    }
  }

  private func note(_ name: String) -> Effect<Action> {
    .run { [till] _ in
      @Dependency(\.idempotencyKey) var key
      till.note(name, key)
    }
  }
}

private struct SaleTree: NavigationTree {
  let store: StoreOf<Sale>
  let till: Till

  var builder: some PathBuilder {
    Screen(Counter.self) {
      VStack {
        Button("Open") { store.send(.openTapped) }
        Button("Pay") {
          store.send(.note("ordered"))
          till.circle.waitForOther()
          store.send(.note("paid"))
        }
        Button("Pay slowly") {
          till.store = store
          store.send(.slowlyTapped)
          store.send(.note("paid"))
        }
      }
    }
  }
}

private struct TillApp: App {
  @Dependency(\.till) var till
  let store = Store(initialState: Sale.State()) { Sale() }
  let dataSource = Navigator.Datasource(root: Counter())

  var body: some Scene {
    WindowGroup { Root(dataSource: dataSource, pathBuilder: SaleTree(store: store, till: till)) }
  }
}
