import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

/// Views with their own state. It's stored with the scene's state.
@Suite(.timeLimit(.minutes(30))) struct ViewStateFlowTests {
  @Reducer
  struct Plants {
    @ObservableState
    struct State: Codable, Equatable {
      var names = ["Fern", "Ivy"]
      var watered = 0
    }

    enum Action { case moveTapped, removeTapped, resetTapped, waterTapped }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .moveTapped: state.names.reverse()
        case .removeTapped: state.names.removeAll { $0 == "Ivy" }
        case .resetTapped: state = State()
        case .waterTapped: state.watered += 1
        }
        return .none
      }
    }
  }

  /// A row with a state.
  struct PlantRow: View {
    let name: String
    @State private var isExpanded = false

    var body: some View {
      Text(name)
      Button(isExpanded ? "Hide \(name)" : "Show \(name)") { isExpanded.toggle() }
      if isExpanded { Text("All about \(name)") }
    }
  }

  /// A field that no feature knows.
  struct Notepad: View {
    @State private var draft = ""
    @State private var isPinned = false

    var body: some View {
      TextField("Draft", text: $draft)
      Toggle("Pinned", isOn: $isPinned)
      Button("Apply") {}
      Text("Draft has \(draft.count) characters")
      if isPinned { Text("The draft is pinned") }
    }
  }

  struct PlantsView: View {
    let store: StoreOf<Plants>

    var body: some View {
      VStack {
        Text("Watered: \(store.watered)")
        Button("Water") { store.send(.waterTapped) }
        Button("Move") { store.send(.moveTapped) }
        Button("Remove") { store.send(.removeTapped) }
        Button("Reset") { store.send(.resetTapped) }
        Notepad()
        List { ForEach(store.names, id: \.self) { PlantRow(name: $0) } }
      }
      .navigationTitle("Plants")
    }
  }

  struct PlantsApp: App {
    let store = Store(initialState: Plants.State()) { Plants() }
    var body: some Scene { WindowGroup { PlantsView(store: store) } }
  }

  /// An application with two stores, of which it names one.
  struct TwoPlantsApp: App {
    let spare = Store(initialState: Plants.State()) { Plants() }
    let store = Store(initialState: Plants.State()) { Plants() }
    var body: some Scene { WindowGroup { PlantsView(store: store) }.persistedStore(store) }
  }

  /// An application without any store.
  struct NotepadApp: App {
    var body: some Scene {
      WindowGroup {
        VStack {
          Notepad()
          PlantRow(name: "Ivy")
        }
        .navigationTitle("Notepad")
      }
    }
  }

  private func user(at location: String = "/") async throws -> FlowUser {
    try await FlowSite { settings, sessions in
      try Server(settings: settings, sessions: sessions) {
        Mount("/", PlantsApp.self)
        Mount("/two", TwoPlantsApp.self)
        Mount("/notepad", NotepadApp.self)
      }
    }.user(at: location)
  }

  @Test(.restarting, .everyWay, arguments: ["/", "/two", "/notepad"])
  func `A view keeps its state`(path: String) async throws {
    let browser = try await user(at: path)
    try await browser.fill("Draft", with: "Buy soil")
    try await browser.set("Pinned", to: true)
    try await browser.click("Apply")
    #expect(browser.text.contains("Draft has 8 characters"))
    #expect(browser.text.contains("The draft is pinned"))
    try await browser.click("Show Ivy")
    #expect(browser.text.contains("All about Ivy"))
    try await browser.reload()
    #expect(browser.text.contains("All about Ivy"))
    #expect(try browser.field("Draft").value == "Buy soil")
    try await browser.click("Hide Ivy")
    #expect(!browser.text.contains("All about Ivy"))
    #expect(browser.text.contains("Draft has 8 characters"))
  }

  @Test(.restarting, .everyWay, arguments: ["/", "/notepad"])
  func `A second tab has its own state`(path: String) async throws {
    let browser = try await user(at: path)
    try await browser.click("Show Ivy")
    let tab = try await browser.newTab()
    try await tab.open(path)
    #expect(!tab.text.contains("All about Ivy"))
    try await tab.fill("Draft", with: "Tab")
    try await tab.click("Apply")
    #expect(tab.text.contains("Draft has 3 characters"))
    try await browser.reload()
    #expect(browser.text.contains("All about Ivy"))
    #expect(browser.text.contains("Draft has 0 characters"))
  }

  @Test(.restarting, .withoutScript(.sharedScene), arguments: ["/", "/notepad"])
  func `A duplicated tab continues with the state of its page`(path: String) async throws {
    let browser = try await user(at: path)
    try await browser.click("Show Ivy")
    let tab = try await browser.duplicateTab()
    try await browser.click("Hide Ivy")
    try await browser.click("Show Ivy")
    #expect(tab.text.contains("All about Ivy"))
    try await tab.click("Hide Ivy")
    #expect(!tab.text.contains("All about Ivy"))
  }

  @Test(.restarting, .everyWay) func `The state of a row moves and ends with the row`() async throws
  {
    let browser = try await user()
    try await browser.click("Show Ivy")
    try await browser.click("Move")
    #expect(browser.text.contains("All about Ivy"))
    #expect(!browser.text.contains("All about Fern"))
    try await browser.click("Water")
    #expect(browser.text.contains("All about Ivy"))
    try await browser.click("Remove")
    #expect(!browser.text.contains("Ivy"))
    try await browser.click("Reset")
    // This is another row with the same ID.
    #expect(browser.text.contains("Show Ivy"))
    #expect(!browser.text.contains("All about Ivy"))
  }

  @Test(.restarting, .everyWay) func `The state is there after Back`() async throws {
    let browser = try await user()
    try await browser.click("Show Ivy")
    try await browser.open("/notepad")
    #expect(!browser.text.contains("All about Ivy"))
    try await browser.back()
    #expect(browser.text.contains("All about Ivy"))
    try await browser.click("Hide Ivy")
    #expect(!browser.text.contains("All about Ivy"))
    #expect(browser.text.contains("Show Ivy"))
  }

  @Test(.restarting, .everyWay) func `Text with special characters reaches the state`() async throws
  {
    let browser = try await user()
    try await browser.fill("Draft", with: "<b>&amp;\"")
    try await browser.click("Water")
    #expect(browser.text.contains("Watered: 1"))
    #expect(browser.text.contains("Draft has 9 characters"))
    try await browser.fill("Draft", with: "")
    try await browser.click("Apply")
    #expect(browser.text.contains("Draft has 0 characters"))
  }
}
