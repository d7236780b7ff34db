import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

/// A feature that navigates in its reducer and in an effect.
@Reducer
private struct Porter {
  @ObservableState
  struct State: Codable, Equatable {
    var dismissed: [String] = []
  }

  enum Action {
    case atOnce, later
    case gone(String)
  }

  @Dependency(\.navigator) var navigator
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .atOnce:
        navigator.go(to: Room(name: "now"), on: .root)
        return .none
      case .later:
        return .run { [navigator, clock] _ in
          try await clock.sleep(for: .seconds(1))
          navigator.go(to: Room(name: "later"), on: Hall())
        }
      case .gone(let name):
        state.dismissed.append(name)
        return .none
      }
    }
  }
}

private struct Hall: Screen, Codable {
  var presentationStyle: ScreenPresentationStyle { .push }
}

private struct Room: Screen, Codable {
  let name: String
  var presentationStyle: ScreenPresentationStyle { .push }
}

/// This screen isn't `Codable`.
private struct Cellar: Screen {
  var presentationStyle: ScreenPresentationStyle { .push }
}

private struct HouseTree: NavigationTree {
  let store: StoreOf<Porter>

  var builder: some PathBuilder {
    Screen(Hall.self) {
      HallView(store: store)
    } nesting: {
      Screen { (room: Room) in
        Text("Room \(room.name)").navigationTitle(room.name)
      }
      .onDismiss { (room: Room) in store.send(.gone(room.name)) }
    }
  }
}

private struct HallView: View {
  let store: StoreOf<Porter>
  @Environment(\.currentScreen) var currentScreen
  @Environment(\.navigator) var navigator

  var body: some View {
    VStack {
      Text("Dismissed: \(store.dismissed.joined(separator: ", "))")
      Text("On the hall: \(currentScreen.is(Hall.self) ? "yes" : "no")")
      Button("At once") { store.send(.atOnce) }
      Button("Later") { store.send(.later) }
      Button("Down") { navigator.go(to: Cellar(), on: .root) }
    }
    .navigationTitle("Hall")
  }
}

private struct HouseApp: App {
  let store = Store(initialState: Porter.State()) { Porter() }
  let dataSource = Navigator.Datasource(root: Hall())

  var body: some Scene {
    WindowGroup { Root(dataSource: dataSource, pathBuilder: HouseTree(store: store)) }
  }
}

private struct CellarTree: NavigationTree {
  var builder: some PathBuilder {
    Screen(Hall.self) {
      Text("hall")
    } nesting: {
      Screen(Cellar.self) { Text("cellar") }
    }
  }
}

private struct CellarApp: App {
  let dataSource = Navigator.Datasource(root: Hall())
  var body: some Scene { WindowGroup { Root(dataSource: dataSource, pathBuilder: CellarTree()) } }
}

private struct RoomView: View {
  let room: Room
  @Environment(\.parentScreen) var parentScreen

  var body: some View {
    Text("Above the hall: \(parentScreen?.is(Hall.self) == true ? "yes" : "no")")
      .navigationTitle(room.name)
  }
}

private struct FirstRoomTree: NavigationTree {
  let store: StoreOf<Porter>

  var builder: some PathBuilder {
    Screen(Hall.self) {
      HallView(store: store)
    } nesting: {
      Screen { (room: Room) in RoomView(room: room) }
        .onDismiss(of: Room.self, send: .gone("a room"), into: store)
    }
  }
}

/// An application that opens a room immediately.
private struct FirstRoomApp: App {
  let store = Store(initialState: Porter.State()) { Porter() }
  let dataSource = Navigator.Datasource(root: Hall())

  init() {
    Navigator(dataSource: dataSource).go(to: Room(name: "first"), on: .root)
  }

  var body: some Scene {
    WindowGroup { Root(dataSource: dataSource, pathBuilder: FirstRoomTree(store: store)) }
  }
}

@Suite(.timeLimit(.minutes(30))) struct NavigatorSceneTests {
  private func user(_ clock: TestClock<Duration> = TestClock()) async throws -> FlowUser {
    try await FlowSite { settings, sessions in
      try Server(settings: settings, sessions: sessions) {
        $0.continuousClock = clock
      } mounts: {
        Mount("/", HouseApp.self)
      }
    }.user(at: "/")
  }

  @Test(.everyWay) func `An application can navigate when it starts`() async throws {
    let site = try FlowSite { settings, sessions in
      try Server(settings: settings, sessions: sessions) { Mount("/", FirstRoomApp.self) }
    }
    let browser = try await site.user(at: "/")
    #expect(browser.heading == "first")
    #expect(browser.canonical == "/hall/room?name=first")
    #expect(browser.text.contains("Above the hall: yes"))
    try await browser.click("Hall", in: .bar)
    #expect(browser.heading == "Hall")
    #expect(browser.text.contains("Dismissed: a room"))
    try await browser.reload()
    #expect(browser.heading == "Hall")
    try await browser.open("/hall")
    #expect(browser.heading == "Hall")
    try await browser.open("/")
    #expect(browser.heading == "first")
  }

  @Test(.everyWay) func `A reducer can navigate`() async throws {
    let browser = try await user()
    #expect(browser.text.contains("On the hall: yes"))
    try await browser.click("At once")
    #expect(browser.canonical == "/hall/room?name=now")
    #expect(browser.heading == "now")
    try await browser.click("Hall", in: .bar)
    #expect(browser.text.contains("Dismissed: now"))
  }

  @Test(.everyWay) func `An effect can navigate later`() async throws {
    let clock = TestClock()
    let browser = try await user(clock)
    try await browser.click("Later")
    #expect(browser.heading == "Hall")
    await clock.advance(by: .seconds(1))
    // The page shows the scene's new location when it's reloaded.
    try await browser.reload()
    #expect(browser.heading == "later")
    #expect(browser.canonical == "/hall/room?name=later")
  }

  @Test(.everyWay) func `A screen that the tree doesn't build isn't shown`() async throws {
    let browser = try await user()
    try await browser.click("Down")
    #expect(browser.heading == "Hall")
    #expect(browser.canonical == "/hall")
    try await browser.click("At once")
    #expect(browser.heading == "now")
  }

  @Test(.withoutScript(.process)) func `The server logs which screens aren't stored`() async throws
  {
    func lines<A: App>(_ app: A.Type) async throws -> [String] {
      let lines = LogLines()
      try await lines.take {
        var settings = ServerSettings()
        settings.port = 0
        let server = try Server(settings: settings) { Mount("/", A.self) }
        try server.start()
        await server.stop()
      }
      return lines.all.filter { $0.contains("isn't stored") }
    }
    #expect(try await lines(HouseApp.self).isEmpty)
    let logged = try await lines(CellarApp.self)
    #expect(logged.count == 1)
    #expect(logged.first?.contains("Cellar' isn't 'Codable'") == true)
  }

  @Test(.withoutScript(.process)) func `A test must provide a navigator`() {
    withKnownIssue {
      withDependencies {
        $0.context = .test
      } operation: {
        @Dependency(\.navigator) var navigator
        _ = navigator.goBack(to: Hall())
      }
    }
    let recorder = NavigatorRecorder()
    withDependencies {
      $0.context = .test
      $0.navigator = recorder.navigator
    } operation: {
      @Dependency(\.navigator) var navigator
      _ = navigator.goBack(to: Hall())
    }
    #expect(recorder.operations == [.goBack(to: .screen(AnyScreen(Hall())))])
  }
}
