import Cairn
import CairnServer
import CairnSessions
import Synchronization
import Testing

@testable import CairnTesting

@Reducer
struct ServerCounter {
  @ObservableState
  struct State: Codable, Equatable { var count = 0 }

  enum Action { case addTapped }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

struct ServerCounterView: View {
  let store: StoreOf<ServerCounter>

  var body: some View {
    VStack {
      Text("Count: \(store.count)")
      Button("Add") { store.send(.addTapped) }
    }
    .navigationTitle("Page")
  }
}

/// Tests which servers the trait starts, and which of them get requests.
@Suite struct SeveralServersTraitTests {
  private struct Page: App {
    let store = Store(initialState: ServerCounter.State()) { ServerCounter() }

    var body: some Scene { WindowGroup { ServerCounterView(store: store) } }
  }

  private struct Made {
    var servers: [Server] = []
    var areShared: Set<Bool> = []
  }

  @Test func `A test runs with one server, and then with three that share their sessions`()
    async throws
  {
    let test = try #require(Test.current)
    let runs = Mutex<[[Int]]>([])
    let sharing = Mutex<[Set<Bool>]>([])
    try await SeveralServersTrait().provideScope(for: test, testCase: nil) {
      let made = Mutex(Made())
      let site = try TestServer { settings, sessions in
        let server = try Server(settings: settings, sessions: sessions) { Mount("/", Page.self) }
        made.withLock {
          $0.servers.append(server)
          $0.areShared.insert(sessions.isShared)
        }
        return server
      }
      let browser = Browser(InProcessTransport(site))
      try await browser.open("/")
      for count in 1...6 {
        try await browser.click("Add")
        #expect(browser.notice == nil)
        #expect(browser.text.contains("Count: \(count)"))
      }
      // Each server has processed two of the forms.
      runs.withLock { $0.append(made.withLock { $0.servers.map(\.sceneCount) }) }
      sharing.withLock { $0.append(made.withLock(\.areShared)) }
    }
    #expect(runs.withLock(\.self) == [[1], [1, 1, 1]])
    #expect(sharing.withLock(\.self) == [[false], [true]])
  }
}
