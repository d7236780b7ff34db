import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

/// An application with locations, and a store beside the one that has them.
@Suite(.timeLimit(.minutes(30))) struct OtherStoresTests {
  @Test(.everyWay) func theStateOfAnotherStoreOutlivesARestart() async throws {
    let site = try FlowSite { settings, sessions in
      try Server(settings: settings, sessions: sessions) {
        Mount("/", StorageGapTests.LocatedWithOthersApp.self)
      }
    }
    let user = try await site.user(at: "/")
    try await user.click("Increment")
    try await site.restart()
    try await user.click("Increment")
    #expect(user.text.contains("Count: 2"))
  }

  @Test(.everyWay) func `a state that can't be stored keeps no other from being stored`()
    async throws
  {
    let site = try FlowSite { settings, sessions in
      try Server(settings: settings, sessions: sessions) { Mount("/", PartlyStoredApp.self) }
    }
    let user = try await site.user(at: "/")
    try await user.click("Form")
    try await user.click("Increment")
    try await site.restart()
    try await user.click("Increment")
    #expect(user.text.contains("Count: 2"))
    #expect(user.text.contains("Title: open"))
  }

  @Test func `a scene with a state that can't be stored leaves memory`() async throws {
    var settings = ServerSettings()
    settings.maximumLiveScenes = 2
    let server = try Server(settings: settings) { Mount("/", PartlyStoredApp.self) }
    for _ in 0..<5 {
      let browser = Browser(InProcessTransport(server))
      try await browser.open("/")
      try await browser.click("Increment")
    }
    #expect(server.sceneCount == 2)
  }
}

/// Its first two states can be stored, and its last can't.
struct PartlyStoredApp: App {
  let paper = Store(initialState: Paper.State()) { Paper() }
  let tally = Store(initialState: StorageGapTests.Tally.State()) { StorageGapTests.Tally() }
  let plain = Store(initialState: Sample.State()) { Sample() }

  var body: some Scene {
    WindowGroup {
      Text("Title: \(paper.title)")
      Text("Text: \(plain.text)")
      Button("Form") { paper.send(.formTapped) }
      StorageGapTests.TallyView(store: tally)
    }
    .locations(of: paper)
  }
}

@Reducer
struct Paper {
  @ObservableState
  struct State: Codable, Equatable, Located {
    var title = "closed"
    @Presents var form: StorageGapTests.Tally.State?

    static var locations: some Locations<Self> {
      Place(\.form, "form") { _ in StorageGapTests.Tally.State() }
    }
  }

  enum Action {
    case form(PresentationAction<StorageGapTests.Tally.Action>)
    case formTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .formTapped = action { state.title = "open" }
      return .none
    }
    .ifLet(\.$form, action: \.form) { StorageGapTests.Tally() }
  }
}
