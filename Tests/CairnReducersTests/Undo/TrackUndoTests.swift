import Cairn
import CairnTesting
import Testing

@Reducer
private struct Editor {
  struct Document: Codable, Equatable, Sendable {
    var title = ""
    var text = ""
    var lines = 0
  }

  @Reducer
  struct Page {
    @ObservableState
    struct State: Codable, Equatable, Sendable { var note = "" }
    enum Action: BindableAction { case binding(BindingAction<State>) }
    var body: some ReducerOf<Self> { BindingReducer() }
  }

  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var document = Document()
    var isHelpShown = false
    var undoHistory = UndoHistory<Document>()
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case addLineTapped, helpTapped
    case loaded(String)
    case loadTapped, newTapped, redoTapped, undoTapped
  }

  var body: some ReducerOf<Self> {
    CombineReducers {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .addLineTapped:
          state.document.lines += 1
          state.document.text += "\n"
        case .binding: break
        case .helpTapped: state.isHelpShown.toggle()
        case .loaded(let text): state.document.text = text
        case .loadTapped: return .run { await $0(.loaded("loaded")) }
        case .newTapped:
          state.document = Document()
          state.undoHistory.removeAll()
        case .redoTapped: state.undoHistory.redo(&state.document)
        case .undoTapped: state.undoHistory.undo(&state.document)
        }
        return .none
      }
    }
    .trackUndo(of: \.document, in: \.undoHistory)
  }
}

@Reducer
private struct Passport {
  struct Value: Equatable, Sendable {
    var name = ""
    var city: String?
  }

  @ObservableState
  struct State: Equatable {
    var value = Value()
    var undoHistory = UndoHistory<Value>()
  }

  enum Action: ViewAction {
    case undone
    case view(View)

    @CasePathable
    enum View: BindableAction {
      case binding(BindingAction<State>)
    }
  }

  var body: some ReducerOf<Self> {
    CombineReducers {
      BindingReducer(action: \.view)
      Reduce { state, action in
        if case .undone = action { state.undoHistory.undo(&state.value) }
        return .none
      }
    }
    .trackUndo(of: \.value, in: \.undoHistory) { $0[case: \.view.binding] }
  }
}

@Reducer
private struct Book {
  @ObservableState
  struct State: Equatable {
    var page = Editor.Page.State()
    var undoHistory = UndoHistory<Editor.Page.State>()
  }
  enum Action {
    case page(Editor.Page.Action)
    case undoTapped
  }
  var body: some ReducerOf<Self> {
    CombineReducers {
      Scope(state: \.page, action: \.page) { Editor.Page() }
      Reduce { state, action in
        if case .undoTapped = action { state.undoHistory.undo(&state.page) }
        return .none
      }
    }
    .trackUndo(of: \.page, in: \.undoHistory) { $0[case: \.page.binding]?.keyPath }
  }
}

@MainActor @Suite struct TrackUndoTests {
  @Test func `Fields of one struct are separate steps`() async {
    let store = TestStore(initialState: Editor.State()) { Editor() }
    store.exhaustivity = .off
    // Like writes through `$store.document.title` and `$store.document.text`.
    for document in [
      Editor.Document(title: "a"), Editor.Document(title: "ab"),
      Editor.Document(title: "ab", text: "c"), Editor.Document(title: "ab", text: "cd"),
    ] {
      await store.send(.binding(.set(\.document, document)))
    }
    await store.send(.undoTapped)
    #expect(store.state.document == Editor.Document(title: "ab"))
    await store.send(.undoTapped)
    #expect(store.state.document == Editor.Document())
    #expect(!store.state.undoHistory.canUndo)
  }

  private func store() -> TestStoreOf<Editor> {
    TestStore(initialState: Editor.State()) { Editor() }
  }

  @Test func `The changes of one action are one step`() async {
    let store = store()
    await store.send(.addLineTapped) {
      $0.undoHistory.record($0.document)
      $0.document.lines = 1
      $0.document.text = "\n"
    }
    await store.send(.undoTapped) { $0.undoHistory.undo(&$0.document) }
    #expect(store.state.document == Editor.Document())
    #expect(!store.state.undoHistory.canUndo)
    await store.send(.redoTapped) { $0.undoHistory.redo(&$0.document) }
    #expect(store.state.document.lines == 1)
  }

  @Test func `Consecutive typing in a field is one step`() async {
    let store = store()
    store.exhaustivity = .off
    for text in ["D", "Du", "Dun", "Dune"] { await store.send(.set(\.document.title, text)) }
    // Other actions and untracked values don't separate steps.
    await store.send(.helpTapped)
    await store.send(.set(\.document.title, "Dunes"))
    await store.send(.set(\.document.text, "S"))
    await store.send(.set(\.document.text, "Sand"))
    await store.send(.set(\.document.title, "Arrakis"))
    for (title, text) in [("Dunes", "Sand"), ("Dunes", ""), ("", "")] {
      await store.send(.undoTapped) {
        $0.document.title = title
        $0.document.text = text
      }
    }
    #expect(!store.state.undoHistory.canUndo)
    #expect(store.state.isHelpShown)
  }

  @Test func `Typing after an undo is a new step`() async {
    let store = store()
    store.exhaustivity = .off
    await store.send(.set(\.document.title, "a"))
    await store.send(.addLineTapped)
    await store.send(.undoTapped)
    await store.send(.set(\.document.title, "ab"))
    #expect(!store.state.undoHistory.canRedo)
    await store.send(.undoTapped) { $0.document.title = "a" }
    await store.send(.undoTapped) { $0.document.title = "" }
  }

  @Test func `Untracked values aren't undone`() async {
    let store = store()
    store.exhaustivity = .off
    await store.send(.addLineTapped)
    await store.send(.helpTapped)
    await store.send(.undoTapped) {
      $0.isHelpShown = true
      $0.document = Editor.Document()
    }
  }

  @Test func `A change by an effect is a step`() async {
    let store = store()
    await store.send(.loadTapped)
    await store.receive(\.loaded) {
      $0.undoHistory.record($0.document)
      $0.document.text = "loaded"
    }
    await store.send(.undoTapped) { $0.undoHistory.undo(&$0.document) }
    #expect(store.state.document.text == "")
  }

  @Test func `A reducer that empties the history adds no step`() async {
    let store = store()
    store.exhaustivity = .off
    await store.send(.addLineTapped)
    await store.send(.newTapped) { $0.document = Editor.Document() }
    #expect(!store.state.undoHistory.canUndo)
  }

  @Test func `Undo without a step changes nothing`() async {
    let store = store()
    await store.send(.undoTapped)
    await store.send(.redoTapped)
  }

  @Test func `The bindings of a child are joined by a key`() async {
    let store = TestStore(initialState: Book.State()) { Book() }
    store.exhaustivity = .off
    for note in ["a", "ab", "abc"] { await store.send(.page(.set(\.note, note))) }
    await store.send(.undoTapped) { $0.page.note = "" }
    #expect(!store.state.undoHistory.canUndo)
  }

  @Test func `The bindings of a closure are joined by property`() async {
    let store = TestStore(initialState: Passport.State()) { Passport() }
    store.exhaustivity = .off
    for name in ["a", "ab"] {
      await store.send(.view(.set(\.value, Passport.Value(name: name))))
    }
    for city in ["c", "cd"] {
      await store.send(.view(.set(\.value, Passport.Value(name: "ab", city: city))))
    }
    await store.send(.undone) { $0.value = Passport.Value(name: "ab") }
    await store.send(.undone) { $0.value = Passport.Value() }
    #expect(!store.state.undoHistory.canUndo)
  }
}
