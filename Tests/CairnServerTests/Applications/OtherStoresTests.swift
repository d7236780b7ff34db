import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

/// An application with a store that has locations, and other stores.
@Suite(.timeLimit(.minutes(30))) struct OtherStoresTests {
  @Test(.everyWay) func `The state of a store without locations survives a restart`() async throws {
    let site = try FlowSite { settings, sessions in
      try Server(settings: settings, sessions: sessions) {
        Mount("/", StorageGapTests.RoutableWithOthersApp.self)
      }
    }
    let user = try await site.user(at: "/")
    try await user.click("Increment")
    try await site.restart()
    try await user.click("Increment")
    #expect(user.text.contains("Count: 2"))
  }

  @Test(.everyWay) func `Other states are stored even if one of them can't be`()
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

  @Test(.withoutScript(.load))
  func `A scene with a state that can't be stored can still leave memory`() async throws {
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

/// An application whose first two states are `Codable`. The state of the third isn't.
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
    .routes(of: paper)
  }
}

@Reducer
struct Paper {
  @ObservableState
  struct State: Codable, Equatable, Routable {
    var title = "closed"
    @Presents var form: StorageGapTests.Tally.State?

    static var routes: some Routes<Self> {
      Route(\.form, "form") { _ in StorageGapTests.Tally.State() }
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
