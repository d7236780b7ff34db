import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

/// State that features of one scene share is still shared after a restart, but not with other scenes.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct SharedSnapshotTests {
  @Reducer
  struct Child {
    @ObservableState
    struct State: Equatable, Codable {
      @Shared var count: Int
    }

    enum Action { case incrementTapped }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        state.$count.withLock { $0 += 1 }
        return .none
      }
    }
  }

  @Reducer
  struct Parent {
    @ObservableState
    struct State: Equatable, Codable {
      @Shared var count: Int
      @Presents var child: Child.State?
    }

    enum Action {
      case openTapped, closeTapped
      case child(PresentationAction<Child.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .openTapped: state.child = Child.State(count: state.$count)
        case .closeTapped: state.child = nil
        case .child: break
        }
        return .none
      }
      .ifLet(\.$child, action: \.child) { Child() }
    }
  }

  struct ParentView: View {
    @Bindable var store: StoreOf<Parent>

    var body: some View {
      Text("The parent has \(store.count).")
      Button("Open") { store.send(.openTapped) }
        .sheet(item: $store.scope(state: \.child, action: \.child)) { child in
          Text("The child has \(child.count).")
          Button("Increment") { child.send(.incrementTapped) }
          Button("Close") { store.send(.closeTapped) }
        }
    }
  }

  struct ParentApp: App {
    let store = Store(initialState: Parent.State(count: Shared(value: 0))) { Parent() }

    var body: some Scene {
      WindowGroup { ParentView(store: store) }
        .routes(of: store)
    }
  }

  private func server() throws -> TestServer {
    try TestServer { settings, sessions in
      try Server(settings: settings, sessions: sessions) { Mount("/", ParentApp.self) }
    }
  }

  @Test func `Shared state is shared again after a restart`() async throws {
    let server = try server()
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/")
    try await browser.click("Open")
    try await browser.click("Increment")
    for count in 2...3 {
      try server.restart()
      try await browser.click("Increment")
      #expect(browser.text.contains("The parent has \(count)."))
      #expect(browser.text.contains("The child has \(count)."))
    }
  }

  @Test(arguments: [false, true])
  func `A scene that continues from an earlier page shares no state with the original`(
    hasRestart: Bool
  ) async throws {
    let server = try server()
    let one = Browser(InProcessTransport(server))
    try await one.open("/")
    try await one.click("Open")
    try await one.click("Increment")
    let two = try await one.duplicateTab()
    try await one.click("Increment")
    try await one.click("Close")
    if hasRestart { try server.restart() }
    // The page continues from its state when it was rendered.
    try await two.click("Increment")
    #expect(two.location != one.location)
    #expect(two.text.contains("The child has 2."))
    try await two.click("Increment")
    #expect(two.text.contains("The parent has 3."))
    try await one.reload()
    #expect(one.text.contains("The parent has 2."))
  }
}

extension SharedSnapshotTests.Parent.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.child, "child") { state in SharedSnapshotTests.Child.State(count: state.$count) }
  }
}
