import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

/// Shared state of a session, of the process, and of one scene.
@Suite(.timeLimit(.minutes(30))) struct SharedStateTests {
  @Reducer
  struct Counters {
    @ObservableState
    struct State: Equatable {
      @Shared(.session("count")) var session = 0
      @Shared(.inMemory("count")) var process = 0
      @Shared var scene: Int
    }

    enum Action { case incrementTapped }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        state.$session.withLock { $0 += 1 }
        state.$process.withLock { $0 += 1 }
        state.$scene.withLock { $0 += 1 }
        return .none
      }
    }
  }

  struct CountersView: View {
    let store: StoreOf<Counters>

    var body: some View {
      Text("Session: \(store.session), process: \(store.process), scene: \(store.scene)")
      Button("Increment") { store.send(.incrementTapped) }
    }
  }

  struct CountersApp: App {
    let store = Store(initialState: Counters.State(scene: Shared(value: 0))) { Counters() }

    var body: some Scene {
      WindowGroup { CountersView(store: store) }
    }
  }

  /// A view that isn't evaluated again while it's equal and what it read is unchanged, with rows of the same kind.
  struct EqualCountersView: View, Equatable {
    let store: StoreOf<Counters>

    var body: some View {
      Text("Session: \(store.session), process: \(store.process)")
      List([1, 2], id: \.self) { EqualCounterRow(number: $0, store: store) }
    }
  }

  struct EqualCounterRow: View, Equatable {
    let number: Int
    let store: StoreOf<Counters>

    var body: some View {
      Text("Row \(number) of session \(store.session), process \(store.process)")
    }
  }

  struct EqualCountersApp: App {
    let store = Store(initialState: Counters.State(scene: Shared(value: 0))) { Counters() }

    var body: some Scene {
      WindowGroup {
        EqualCountersView(store: store)
        Button("Increment") { store.send(.incrementTapped) }
      }
    }
  }

  private func site() throws -> FlowSite {
    try FlowSite { settings, sessions in
      try Server(settings: settings, sessions: sessions) {
        Mount("/counters", CountersApp.self)
        Mount("/equal", EqualCountersApp.self)
      }
    }
  }

  @Test(.everyWay) func `An equal view shows values that another scene has changed`() async throws {
    let site = try site()
    let first = try await site.user(at: "/equal")
    try await first.click("Increment")
    try await first.reload()
    #expect(first.text.contains("Session: 1, process: 1"))
    #expect(first.text.contains("Row 2 of session 1, process 1"))

    let other = try await site.user(at: "/equal")
    try await other.click("Increment")
    try await first.reload()
    #expect(first.text.contains("Session: 1, process: 2"))
    #expect(first.text.contains("Row 2 of session 1, process 2"))

    let tab = try await first.newTab()
    try await tab.open("/equal")
    try await tab.click("Increment")
    try await first.reload()
    #expect(first.text.contains("Session: 2, process: 3"))
    #expect(first.text.contains("Row 2 of session 2, process 3"))
  }

  @Test(.everyWay, .oneServer(.unstoredState))
  func `Scenes of one session share state, and sessions don't`() async throws {
    let site = try site()
    let first = try await site.user(at: "/counters")
    try await first.click("Increment")
    #expect(first.text.contains("Session: 1, process: 1, scene: 1"))

    let tab = try await first.newTab()
    try await tab.open("/counters")
    #expect(tab.text.contains("Session: 1, process: 1, scene: 0"))
    try await tab.click("Increment")
    #expect(tab.text.contains("Session: 2, process: 2, scene: 1"))
    try await first.reload()
    #expect(first.text.contains("Session: 2, process: 2, scene: 1"))

    let other = try await site.user(at: "/counters")
    #expect(other.text.contains("Session: 0, process: 2, scene: 0"))
    try await other.click("Increment")
    #expect(other.text.contains("Session: 1, process: 3, scene: 1"))
    try await first.reload()
    #expect(first.text.contains("Session: 2, process: 3, scene: 1"))
  }

  @Test(.everyWay, .oneServer(.unstoredState)) func `Different users don't share a session`()
    async throws
  {
    let site = try site()
    let first = try await site.user(at: "/counters")
    let second = try await site.user(at: "/counters")
    try await first.click("Increment")
    try await second.click("Increment")
    #expect(second.text.contains("Session: 1, process: 2, scene: 1"))
  }

  @Test(.withoutScript(.load))
  func `Scenes of many sessions can change the same value in parallel`() async throws {
    let site = try site()
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          let browser = try await site.browser(at: "/counters")
          for _ in 0..<25 { try await browser.click("Increment") }
          #expect(browser.text.contains("Session: 25"))
        }
      }
      try await group.waitForAll()
    }
    let browser = try await site.browser(at: "/counters")
    #expect(browser.text.contains("Session: 0, process: 100"))
  }
}
