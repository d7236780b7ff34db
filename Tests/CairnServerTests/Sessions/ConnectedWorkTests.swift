import Cairn
import CairnTesting
import Testing
import Ways

@testable import CairnServer

/// Work for connected browsers runs on a server with the connection, if servers share a store with leases.
@Suite(.timeLimit(.minutes(10)), .withoutScript(.requests)) struct ConnectedWorkTests {
  private let log = TickerLog(servers: 2)
  private let servers: [Server]
  private let balancer: Balancer

  init() throws {
    let (store, clock) = (LeasedStore(), TestClock())
    var settings = ServerSettings()
    settings.port = 0
    settings.secret = Secret(String(repeating: "0a", count: 32))
    servers = try (0..<2).map { [log] number in
      try Server(settings: settings, sessions: store) {
        $0.continuousClock = clock
        $0.tickers = Tickers(server: number, log: log)
      } mounts: {
        Mount("/beacon", BeaconApp.self)
      }
    }
    balancer = Balancer(servers)
  }

  private func isStored(on server: Int) -> Bool {
    guard let scene = servers[server].pages.sessions.all.first?.storedScenes.first else {
      return false
    }
    return scene.withLock { $0.scene.isHandedIn } && scene.record?.isSettled == true
  }

  @Test func `Work follows the connection, and pages of other servers don't move it`() async throws
  {
    for server in servers { try server.start() }
    let browser = Browser(balancer)
    try await browser.open("/beacon")
    try await browser.click("Tap")
    let script = try await PatchingScript(balancer, at: browser.location, in: browser)
    var stream: EventStream? = try await EventStream(of: browser, at: servers[0].port)
    _ = try await script.get()
    while log.running != [1, 0] { await Task.yield() }
    #expect(stream != nil)
    // The balancer sends the next connection to the other server.
    stream = nil
    while log.running != [0, 0] { await Task.yield() }
    stream = try await EventStream(of: browser, at: servers[1].port)
    balancer.turn(to: 1)
    repeat { _ = try await script.get() } while log.running != [0, 1]
    #expect(log.begun == [1, 1])
    while !isStored(on: 1) { await Task.yield() }
    // Another tab of the browser is connected to the first server.
    let other = try await EventStream(of: browser, at: servers[0].port)
    balancer.turn(to: 0)
    for _ in 0..<3 {
      let answer = try await script.get()
      #expect(answer.text.contains("Taps: 1"))
    }
    #expect(log.begun == [1, 1])
    #expect(log.running == [0, 1])
    withExtendedLifetime((stream, other)) {}
    for server in servers { await server.stop() }
  }
}

private struct BeaconApp: App {
  let store = Store(initialState: Ticker.State()) { Ticker() }

  var body: some Scene {
    WindowGroup { BeaconView(store: store) }
      .persistedStore(store)
  }
}

private struct BeaconView: View {
  let store: StoreOf<Ticker>
  @Dependency(\.continuousClock) var clock
  @Dependency(\.tickers) var tickers

  var body: some View {
    BeaconFace(store: store, clock: clock, tickers: tickers)
      .navigationTitle("Beacon")
  }
}

private struct BeaconFace: View {
  let store: StoreOf<Ticker>
  let clock: any Clock<Duration>
  let tickers: Tickers

  var body: some View {
    VStack {
      Text("Taps: \(store.taps)")
      Button("Tap") { store.send(.tapped) }
    }
    .task(while: .connected) {
      tickers.log.note(beganOn: tickers.server)
      for await _ in clock.timer(interval: .seconds(1)) { store.send(.ticked) }
      tickers.log.note(endedOn: tickers.server)
    }
  }
}
