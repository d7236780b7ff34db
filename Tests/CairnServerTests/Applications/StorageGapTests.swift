import Cairn
import CairnServer
import Testing

/// What the log says at a server's start of state that is not stored.
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

    var body: some Scene { WindowGroup { TallyView(store: one) }.stored(one) }
  }

  struct LocatedWithOthersApp: App {
    let desk = Store(initialState: Desk.State()) { Desk() }
    let tally = Store(initialState: Tally.State()) { Tally() }

    var body: some Scene { WindowGroup { TallyView(store: tally) }.locations(of: desk) }
  }

  struct LocatedWithPlainApp: App {
    let desk = Store(initialState: Desk.State()) { Desk() }
    let plain = Store(initialState: Sample.State()) { Sample() }

    var body: some Scene { WindowGroup { Text("Desk") }.locations(of: desk) }
  }

  struct PlainWithOthersApp: App {
    let plain = Store(initialState: Sample.State()) { Sample() }
    let tally = Store(initialState: Tally.State()) { Tally() }

    var body: some Scene { WindowGroup { TallyView(store: tally) }.locations(of: plain) }
  }

  struct StoreOfViewApp: App {
    var body: some Scene {
      WindowGroup { TallyView(store: Store(initialState: Tally.State()) { Tally() }) }
    }
  }

  struct WordsApp: App {
    var body: some Scene { WindowGroup { Text("Hello") } }
  }

  /// What a server of an application logs at its start.
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

  /// Presents a form at first.
  struct PresentingApp: App {
    let store = Store(initialState: Desk.State(form: Tally.State(count: 3))) { Desk() }

    var body: some Scene {
      WindowGroup { Text("Desk") }.locations(of: store)
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

  @Test func whatAURLDoesNotShowAtFirstIsSaid() async throws {
    let said = try await lines(of: PresentingApp.self)
    #expect(said.count == 1)
    #expect(said.first?.contains("presents /here/form") == true)
    #expect(said.first?.contains("a visitor of /here") == true)
  }

  @Test func whereAllIsStoredNothingIsSaid() async throws {
    #expect(try await lines(of: StoredApp.self).isEmpty)
    #expect(try await lines(of: NamedStoreApp.self).isEmpty)
    #expect(try await lines(of: WordsApp.self).isEmpty)
  }

  @Test func `all stores of an application with locations are stored`() async throws {
    #expect(try await lines(of: LocatedWithOthersApp.self).isEmpty)
    let lines = try await lines(of: LocatedWithPlainApp.self)
    #expect(lines.count == 1)
    #expect(lines.first?.contains("Part of the state of scenes at /here isn't stored") == true)
    #expect(lines.first?.contains("Sample.State' isn't 'Codable'") == true)
  }

  @Test func `without the store that has the locations, no others are stored`() async throws {
    let lines = try await lines(of: PlainWithOthersApp.self)
    #expect(lines.count == 1)
    #expect(lines.first?.contains("The state of scenes at /here isn't stored") == true)
    #expect(lines.first?.contains("After a restart, they start at their locations") == true)
  }

  @Test func severalStoresAreToldOfOnce() async throws {
    let lines = try await lines(of: TwoStoresApp.self)
    #expect(lines.count == 1)
    let line = try #require(lines.first)
    for part in [
      "scenes at /here isn't stored", "has several stores", "Tally.State", "Sample.State",
      ".stored(store)", ".locations(of: store)",
    ] {
      #expect(line.contains(part))
    }
  }

  @Test func aStateWithoutAnEncodingIsToldOfOnce() async throws {
    let plain = try await lines(of: PlainApp.self)
    #expect(plain.count == 1)
    #expect(
      plain.first?.contains("Sample.State' isn't 'Codable'. After a restart, they start over")
        == true)
    let located = try await lines(of: SampleApp.self)
    #expect(located.count == 1)
    #expect(located.first?.contains("After a restart, they start at their locations") == true)
  }

  @Test func aStoreThatAViewMakesIsToldOfOnce() async throws {
    let lines = try await lines(of: StoreOfViewApp.self)
    #expect(lines.count == 1)
    #expect(lines.first?.contains("Actions at /here have no lasting effect") == true)
    #expect(lines.first?.contains("as a property of") == true)
  }
}

extension StorageGapTests.Desk.State: Located {
  static var locations: some Locations<Self> {
    Place(\.form, "form") { _ in StorageGapTests.Tally.State() }
  }
}
