import Cairn
import CairnServer
import Testing

/// Warnings at startup about state that the server doesn't store.
@Suite(.timeLimit(.minutes(30))) struct StorageGapTests {
  @Reducer
  struct Tally {
    @ObservableState
    struct State: Codable, Equatable {
      var count = 0
    }

    enum Action { case incrementTapped }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }

  struct TallyView: View {
    let store: StoreOf<Tally>

    var body: some View {
      Text("Count: \(store.count)")
      Button("Increment") { store.send(.incrementTapped) }
    }
  }

  struct StoredApp: App {
    let store = Store(initialState: Tally.State()) { Tally() }

    var body: some Scene { WindowGroup { TallyView(store: store) } }
  }

  struct TwoStoresApp: App {
    let one = Store(initialState: Tally.State()) { Tally() }
    let other = Store(initialState: Sample.State()) { Sample() }

    var body: some Scene { WindowGroup { TallyView(store: one) } }
  }

  struct NamedStoreApp: App {
    let one = Store(initialState: Tally.State()) { Tally() }
    let other = Store(initialState: Sample.State()) { Sample() }

    var body: some Scene { WindowGroup { TallyView(store: one) }.persistedStore(one) }
  }

  struct RoutableWithOthersApp: App {
    let desk = Store(initialState: Desk.State()) { Desk() }
    let tally = Store(initialState: Tally.State()) { Tally() }

    var body: some Scene { WindowGroup { TallyView(store: tally) }.routes(of: desk) }
  }

  struct RoutableWithPlainApp: App {
    let desk = Store(initialState: Desk.State()) { Desk() }
    let plain = Store(initialState: Sample.State()) { Sample() }

    var body: some Scene { WindowGroup { Text("Desk") }.routes(of: desk) }
  }

  struct PlainWithOthersApp: App {
    let plain = Store(initialState: Sample.State()) { Sample() }
    let tally = Store(initialState: Tally.State()) { Tally() }

    var body: some Scene { WindowGroup { TallyView(store: tally) }.routes(of: plain) }
  }

  struct StoreOfViewApp: App {
    var body: some Scene {
      WindowGroup { TallyView(store: Store(initialState: Tally.State()) { Tally() }) }
    }
  }

  struct WordsApp: App {
    var body: some Scene { WindowGroup { Text("Hello") } }
  }

  /// Returns the lines that a server with an application logs at startup.
  private func lines<A: App>(of app: A.Type) async throws -> [String] {
    let lines = LogLines()
    try await lines.take {
      var settings = ServerSettings()
      settings.port = 0
      let server = try Server(settings: settings) { Mount("/here", A.self) }
      try server.start()
      await server.stop()
    }
    return lines.all.filter {
      $0.contains("isn't stored") || $0.contains("no lasting effect") || $0.contains("presents")
    }
  }

  /// An application that presents a form from the start.
  struct PresentingApp: App {
    let store = Store(initialState: Desk.State(form: Tally.State(count: 3))) { Desk() }

    var body: some Scene {
      WindowGroup { Text("Desk") }.routes(of: store)
    }
  }

  @Reducer
  struct Desk {
    @ObservableState
    struct State: Codable, Equatable {
      @Presents var form: Tally.State?
    }

    enum Action { case form(PresentationAction<Tally.Action>) }

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$form, action: \.form) { Tally() }
    }
  }

  @Test func `Initially presented state that isn't in the URL is logged`() async throws {
    let logged = try await lines(of: PresentingApp.self)
    #expect(logged.count == 1)
    #expect(logged.first?.contains("presents /here/form") == true)
    #expect(logged.first?.contains("a visitor of /here") == true)
  }

  @Test func `Applications whose state is all stored cause no warning`() async throws {
    #expect(try await lines(of: StoredApp.self).isEmpty)
    #expect(try await lines(of: NamedStoreApp.self).isEmpty)
    #expect(try await lines(of: WordsApp.self).isEmpty)
  }

  @Test func `All stores of an application with locations are stored`() async throws {
    #expect(try await lines(of: RoutableWithOthersApp.self).isEmpty)
    let lines = try await lines(of: RoutableWithPlainApp.self)
    #expect(lines.count == 1)
    #expect(lines.first?.contains("Part of the state of scenes at /here isn't stored") == true)
    #expect(lines.first?.contains("Sample.State' isn't 'Codable'") == true)
  }

  @Test func `If the store with the locations can't be stored, the others aren't either`()
    async throws
  {
    let lines = try await lines(of: PlainWithOthersApp.self)
    #expect(lines.count == 1)
    #expect(lines.first?.contains("The state of scenes at /here isn't stored") == true)
    #expect(lines.first?.contains("After a restart, they start at their locations") == true)
  }

  @Test func `An application with several stores causes one warning`() async throws {
    let lines = try await lines(of: TwoStoresApp.self)
    #expect(lines.count == 1)
    let line = try #require(lines.first)
    for part in [
      "scenes at /here isn't stored", "has several stores", "Tally.State", "Sample.State",
      ".persistedStore(store)", ".routes(of: store)",
    ] {
      #expect(line.contains(part))
    }
  }

  @Test func `A state that isn't Codable causes one warning`() async throws {
    let plain = try await lines(of: PlainApp.self)
    #expect(plain.count == 1)
    #expect(
      plain.first?.contains("Sample.State' isn't 'Codable'. After a restart, they start over")
        == true)
    let located = try await lines(of: SampleApp.self)
    #expect(located.count == 1)
    #expect(located.first?.contains("After a restart, they start at their locations") == true)
  }

  @Test func `A store that a view creates causes one warning`() async throws {
    let lines = try await lines(of: StoreOfViewApp.self)
    #expect(lines.count == 1)
    #expect(lines.first?.contains("Actions at /here have no lasting effect") == true)
    #expect(lines.first?.contains("as a property of") == true)
  }
}

extension StorageGapTests.Desk.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.form, "form") { _ in StorageGapTests.Tally.State() }
  }
}
