import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

/// Scenes that can't leave memory, or whose effects would end, don't keep other scenes in memory.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct LiveSceneLimitTests {
  private let probe = Probe()

  private func server(maximumScenes: Int) throws -> Server {
    var settings = ServerSettings()
    settings.port = 0
    settings.trustedProxies = ["127.0.0.1"]
    settings.maximumLiveScenes = maximumScenes
    settings.settleLimit = .milliseconds(1)
    let server = try Server(settings: settings) { [probe] in
      $0.probe = probe
    } mounts: {
      Mount("/sample", SampleApp.self)
      Mount("/waiter", WaiterApp.self)
    }
    try server.start()
    return server
  }

  /// Opens an application in a new session, and clicks a button.
  private func visit(
    _ server: Server, from address: String, at location: String, click button: String,
    times count: Int = 1
  ) async throws {
    let socket = SocketTransport(port: server.port)
    let browser = Browser(Forwarded(socket: socket, address: address))
    try await browser.open(location)
    for _ in 0..<count { try await browser.click(button) }
  }

  @Test(arguments: [false, true])
  func `Scenes that can't leave memory don't keep others in memory`(areOfOneClient: Bool)
    async throws
  {
    let server = try server(maximumScenes: 10)
    for number in 0..<20 {
      // Its state isn't Codable.
      try await visit(
        server, from: areOfOneClient ? "2001:db8::\(number)" : "203.0.113.\(number)",
        at: "/sample", click: "Load")
    }
    for number in 0..<10 {
      // A session with two submissions is evicted after those with one.
      try await visit(
        server, from: "198.51.100.\(number)", at: "/waiter", click: "Count", times: 2)
    }
    #expect(server.sceneCount <= 22)
    await server.stop()
  }

  @Test func `Scenes with effects leave memory only if there are no others`() async throws {
    let server = try server(maximumScenes: 20)
    for number in 0..<18 {
      try await visit(server, from: "203.0.113.\(number)", at: "/waiter", click: "Wait")
    }
    for number in 0..<10 {
      try await visit(
        server, from: "198.51.100.\(number)", at: "/waiter", click: "Count", times: 2)
    }
    #expect(server.sceneCount == 20)
    await probe.reach(18, "waits")
    for number in 18..<38 {
      try await visit(server, from: "203.0.113.\(number)", at: "/waiter", click: "Wait")
    }
    #expect(server.sceneCount == 20)
    await probe.reach(20, "waits")
    await server.stop()
  }
}

@Reducer
private struct Waiter {
  @ObservableState
  struct State: Codable, Equatable {
    var clicks = 0
  }

  enum Action { case countTapped, waitTapped }

  @Dependency(\.probe) var probe

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.clicks += 1
      guard case .waitTapped = action else { return .none }
      return .run { [probe] _ in
        probe.began("waits")
        try? await probe.wait()
        probe.ended("waits")
      }
    }
  }
}

private struct WaiterApp: App {
  let store = Store(initialState: Waiter.State()) { Waiter() }

  var body: some Scene {
    WindowGroup {
      Text("Clicks: \(store.clicks)")
      Button("Count") { store.send(.countTapped) }
      Button("Wait") { store.send(.waitTapped) }
    }
  }
}
