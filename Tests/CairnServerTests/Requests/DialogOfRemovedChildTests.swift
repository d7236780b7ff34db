import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

/// Dialogs with a button that removes the dialog's feature.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct DialogOfRemovedChildTests {
  /// How the button removes the feature.
  enum Removal: String, CaseIterable, Codable, Sendable {
    /// The feature sends its parent an action.
    case delegate
    /// The parent observes the dialog's action.
    case parent
    case dismissal
  }

  @Reducer
  struct Chapter {
    @ObservableState
    struct State: Codable, Equatable {
      @Presents var alert: AlertState<Removal>?
      @Presents var dialog: ConfirmationDialogState<Removal>?
      var isNoteShown = false
      var isShelved = false
    }

    enum Action: BindableAction {
      case alert(PresentationAction<Removal>)
      case alertTapped
      case binding(BindingAction<State>)
      case dialog(PresentationAction<Removal>)
      case dialogTapped
      case removed
    }

    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .alertTapped:
          state.alert = AlertState {
            TextState("Remove it?")
          } actions: {
            for removal in Removal.allCases {
              ButtonState(action: removal) { TextState(removal.rawValue) }
            }
          }
        case .dialogTapped:
          state.dialog = ConfirmationDialogState {
            TextState("Remove it?")
          } actions: {
            for removal in Removal.allCases {
              ButtonState(action: removal) { TextState(removal.rawValue) }
            }
          }
        case .alert(.presented(.delegate)), .dialog(.presented(.delegate)):
          return .send(.removed)
        case .alert(.presented(.dismissal)), .dialog(.presented(.dismissal)):
          return .run { _ in await dismiss() }
        case .alert, .binding, .dialog, .removed: break
        }
        return .none
      }
      .ifLet(\.$alert, action: \.alert)
      .ifLet(\.$dialog, action: \.dialog)
    }
  }

  @Reducer
  struct Book {
    @ObservableState
    struct State: Codable, Equatable {
      @Presents var chapter: Chapter.State?
    }

    enum Action {
      case chapter(PresentationAction<Chapter.Action>)
      case openTapped
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .openTapped: state.chapter = Chapter.State()
        case .chapter(.presented(.removed)),
          .chapter(.presented(.alert(.presented(.parent)))),
          .chapter(.presented(.dialog(.presented(.parent)))),
          .chapter(.presented(.binding(\.isShelved))):
          state.chapter = nil
        case .chapter: break
        }
        return .none
      }
      .ifLet(\.$chapter, action: \.chapter) { Chapter() }
    }
  }

  private struct BookView: View {
    @Bindable var store: StoreOf<Book>

    var body: some View {
      Button("Open") { store.send(.openTapped) }
        .navigationTitle("Book")
        .sheet(item: $store.scope(state: \.chapter, action: \.chapter)) { ChapterView(store: $0) }
    }
  }

  private struct ChapterView: View {
    @Bindable var store: StoreOf<Chapter>

    var body: some View {
      Form {
        Toggle("Shelved", isOn: $store.isShelved)
        Toggle("Note", isOn: $store.isNoteShown)
        Button("Alert") { store.send(.alertTapped) }
        Button("Dialog") { store.send(.dialogTapped) }
        Button("Apply") {}
      }
      .navigationTitle("Chapter")
      .alert($store.scope(state: \.alert, action: \.alert))
      .confirmationDialog($store.scope(state: \.dialog, action: \.dialog))
    }
  }

  private struct BookApp: App {
    let store = Store(initialState: Book.State()) { Book() }
    var body: some Scene { WindowGroup { BookView(store: store) } }
  }

  private func chapter() async throws -> Browser {
    let browser = Browser(InProcessTransport(try Server { Mount("/book", BookApp.self) }))
    try await browser.open("/book")
    try await browser.click("Open")
    return browser
  }

  /// A reported issue fails the test. Dismissing a dialog whose feature is gone must not report one.
  @Test(arguments: ["Alert", "Dialog"], Removal.allCases)
  func `A dialog can remove its feature`(dialog: String, removal: Removal) async throws {
    let browser = try await chapter()
    try await browser.click(dialog)
    #expect(browser.heading == "Remove it?")
    try await browser.click(removal.rawValue)
    #expect(browser.heading == "Book")
  }

  @Test func `A field can remove the feature of the next field`() async throws {
    let browser = try await chapter()
    try browser.set("Shelved", to: true)
    try browser.set("Note", to: true)
    try await browser.click("Apply")
    #expect(browser.heading == "Book")
  }
}
