import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

/// Scenes without locations. Their state is stored too.
@Suite(.timeLimit(.minutes(30))) struct UnlocatedSceneTests {
  @Reducer
  struct Counter {
    @ObservableState
    struct State: Codable, Equatable {
      var count = 0
      @Presents var note: Note.State?
      @Presents var question: AlertState<Question>?
    }

    @CasePathable
    enum Question: Codable, Equatable { case resetConfirmed }

    enum Action {
      case incrementTapped, noteTapped, resetTapped
      case note(PresentationAction<Note.Action>)
      case question(PresentationAction<Question>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .incrementTapped: state.count += 1
        case .noteTapped: state.note = Note.State()
        case .resetTapped:
          state.question = AlertState {
            "Back to zero?"
          } actions: {
            ButtonState(role: .destructive, action: .resetConfirmed) { "Reset" }
            ButtonState(role: .cancel) { "Cancel" }
          }
        case .question(.presented(.resetConfirmed)): state.count = 0
        case .note, .question: break
        }
        return .none
      }
      .ifLet(\.$note, action: \.note) { Note() }
      .ifLet(\.$question, action: \.question)
    }
  }

  @Reducer
  struct Note {
    @ObservableState
    struct State: Codable, Equatable {
      var text = ""
    }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case doneTapped
    }

    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { _, action in
        guard case .doneTapped = action else { return .none }
        return .run { _ in await dismiss() }
      }
    }
  }

  struct CounterView: View {
    @Bindable var store: StoreOf<Counter>

    var body: some View {
      VStack {
        Text("Count: \(store.count)")
        Button("Increment") { store.send(.incrementTapped) }
        Button("Note") { store.send(.noteTapped) }
        Button("Reset") { store.send(.resetTapped) }
      }
      .navigationTitle("Counter")
      .alert($store.scope(state: \.question, action: \.question))
      .sheet(item: $store.scope(state: \.note, action: \.note)) { NoteView(store: $0) }
    }
  }

  struct NoteView: View {
    @Bindable var store: StoreOf<Note>

    var body: some View {
      Form {
        TextField("Text", text: $store.text)
        Button("Apply") {}
        Button("Done") { store.send(.doneTapped) }
      }
      .navigationTitle("Note")
    }
  }

  struct CounterApp: App {
    let store = Store(initialState: Counter.State()) { Counter() }

    var body: some Scene { WindowGroup { CounterView(store: store) } }
  }

  /// An application with two stores, of which it names one.
  struct TwoCountersApp: App {
    let spare = Store(initialState: Counter.State()) { Counter() }
    let store = Store(initialState: Counter.State()) { Counter() }

    var body: some Scene { WindowGroup { CounterView(store: store) }.persistedStore(store) }
  }

  private func user(at location: String = "/") async throws -> FlowUser {
    try await FlowSite { settings, sessions in
      try Server(settings: settings, sessions: sessions) {
        Mount("/", CounterApp.self)
        Mount("/two", TwoCountersApp.self)
      }
    }.user(at: location)
  }

  @Test(.restarting, .everyWay, arguments: ["/", "/two"])
  func `A scene is restored from its state`(path: String) async throws {
    let browser = try await user(at: path)
    for count in 1...3 {
      try await browser.click("Increment")
      #expect(browser.text.contains("Count: \(count)"))
    }
    let tab = try await browser.newTab()
    try await tab.open(path)
    #expect(tab.text.contains("Count: 0"))
    try await tab.click("Increment")
    try await browser.reload()
    #expect(browser.text.contains("Count: 3"))
    #expect(tab.text.contains("Count: 1"))
  }

  @Test(.restarting, .everyWay) func `A question survives a restart`() async throws {
    let browser = try await user()
    try await browser.click("Increment")
    try await browser.click("Reset")
    #expect(browser.dialogs.map(\.buttons) == [["Reset", "Cancel"]])
    try await browser.click("Reset")
    #expect(browser.text.contains("Count: 0"))
    #expect(browser.dialogs.isEmpty)
  }

  @Test(.restarting, .withoutScript(.sharedScene))
  func `A page that its scene has left continues as another scene`()
    async throws
  {
    let browser = try await user()
    try await browser.click("Increment")
    try await browser.click("Note")
    try await browser.fill("Text", with: "Milk")
    try await browser.click("Apply")
    let tab = try await browser.duplicateTab()
    try await browser.click("Done")
    #expect(browser.layers.map(\.title) == ["Counter"])
    // The note is open in the other tab, so it continues there with its text.
    try await tab.click("Apply")
    #expect(tab.layers.map(\.title) == ["Counter", "Note"])
    #expect(try tab.field("Text").value == "Milk")
    #expect(tab.text.contains("Count: 1"))
    #expect(tab.location != browser.location)
  }
}
