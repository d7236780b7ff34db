import Cairn
import CairnTesting
import Synchronization
import Testing
import Ways

@testable import CairnServer

/// How often a view is evaluated for one request.
@Suite(.timeLimit(.minutes(30)), .serialized, .withoutScript(.requests)) struct EvaluationTests {
  @Reducer
  struct Tally {
    @ObservableState
    struct State: Codable, Equatable {
      var count = 0
      var isOpen = false
    }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case openTapped
      case tapped
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding: break
        case .openTapped: state.isOpen = true
        case .tapped: state.count += 1
        }
        return .none
      }
    }
  }

  private static let evaluations = Mutex(0)

  struct TallyView: View {
    @Bindable var store: StoreOf<Tally>

    var body: some View {
      evaluations.withLock { $0 += 1 }
      return VStack {
        Text("\(store.count)")
        Button("Count") { store.send(.tapped) }
        Button("Open") { store.send(.openTapped) }
      }
      .navigationTitle("Tally")
      .sheet(isPresented: $store.isOpen) {
        Button("Count here") { store.send(.tapped) }
          .navigationTitle("Sheet")
      }
    }
  }

  struct TallyApp: App {
    let store = Store(initialState: Tally.State()) { Tally() }
    var body: some Scene { WindowGroup { TallyView(store: store) } }
  }

  struct WorkingApp: App {
    let store = Store(initialState: Tally.State()) { Tally() }
    var body: some Scene { WindowGroup { TallyView(store: store).task {} } }
  }

  /// An application with an effect that waits forever, as observations do.
  struct ListeningApp: App {
    let store = Store(initialState: Tally.State()) { Tally() }
    var body: some Scene {
      WindowGroup {
        TallyView(store: store).task {
          let (events, _) = AsyncStream<Int>.makeStream()
          for await _ in events.ignoredForResponse() {}
        }
      }
    }
  }

  /// Runs a test with a server and a closure that counts evaluations.
  private func withServer(
    _ test: (
      SocketTransport, _ count: (_ body: () async throws -> Void) async throws -> Int
    ) async throws -> Void
  ) async throws {
    var settings = ServerSettings()
    settings.port = 0
    let server = try Server(settings: settings) {
      Mount("/", TallyApp.self)
      Mount("/working", WorkingApp.self)
      Mount("/listening", ListeningApp.self)
    }
    try server.start()
    do {
      try await test(SocketTransport(port: server.port)) { body in
        Self.evaluations.withLock { $0 = 0 }
        try await body()
        return Self.evaluations.withLock(\.self)
      }
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  @Test func `A page without work is evaluated once`() async throws {
    try await withServer { transport, count in
      let browser = Browser(transport)
      #expect(try await count { try await browser.open("/") } == 1)
      try await browser.click("Count")
      // This time, the page has a scene.
      #expect(try await count { try await browser.reload() } == 1)
    }
  }

  @Test func `A page with work is evaluated before and after the work, and to render it`()
    async throws
  {
    try await withServer { transport, count in
      // After the first request, the server knows that the page has work.
      try await Browser(transport).open("/working")
      #expect(try await count { try await Browser(transport).open("/working") } == 3)
    }
  }

  @Test func `A form is evaluated before and after its action, and once for its page`() async throws
  {
    try await withServer { transport, count in
      let browser = Browser(transport)
      try await browser.open("/")
      try await browser.click("Count")
      #expect(try await count { try await browser.click("Count") } == 3)
      #expect(browser.text.contains("2"))
    }
  }

  @Test(arguments: ["/", "/listening"])
  func `A tap with the script is evaluated once before and once after its action`(path: String)
    async throws
  {
    try await withServer { transport, count in
      let script = try await PatchingScript(transport, at: path)
      _ = try await script.post([])
      let tap = try #require(try script.browser.control("Count")["value"])
      _ = try await script.post([("~tap", tap)])
      let evaluations = try await count {
        let answer = try await script.post([("~tap", tap)])
        #expect(answer.isPatch)
      }
      #expect(evaluations == 2)
    }
  }

  @Test func `A tap with the script that presents a layer is evaluated three times`() async throws {
    try await withServer { transport, count in
      let script = try await PatchingScript(transport, at: "/")
      _ = try await script.post([])
      let tap = try #require(try script.browser.control("Count")["value"])
      #expect(try await script.post([("~tap", tap)]).text.contains("Count"))
      let open = try #require(try script.browser.control("Open")["value"])
      let evaluations = try await count {
        let answer = try await script.post([("~tap", open)])
        #expect(answer.isPatch && answer.text.contains("Count here"))
      }
      #expect(evaluations == 3)
    }
  }

  @Test(arguments: ["nobody", "another request", "an action"])
  func `An evaluation is reused only if no other code has used the scene`(user: String) {
    let scene = LiveScene(
      mount: Mount("/", TallyApp.self), record: nil, dependencies: DependencyValues())
    let kept = scene.withLock { access in
      _ = access.scene.collect()
      return access.scene.keepEvaluation()
    }
    if user == "another request" { scene.withLock { _ in } }
    if user == "an action" {
      scene.isolation.performNow { scene.isolation.actionProcessed() }
    }
    Self.evaluations.withLock { $0 = 0 }
    scene.withLock { access in
      access.scene.restore(kept)
      _ = access.scene.collect()
    }
    let evaluations = Self.evaluations.withLock(\.self)
    #expect(evaluations == (user == "nobody" ? 0 : 1))
  }
}
