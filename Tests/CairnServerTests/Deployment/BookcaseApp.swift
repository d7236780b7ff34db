import Cairn
import CairnServer

/// Books, whose state is stored.
@Reducer
struct Bookcase {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var title = ""
    var books: [String] = []
    @Presents var note: BookcaseNote.State?
  }

  enum Action: BindableAction {
    case addTapped
    case binding(BindingAction<State>)
    case note(PresentationAction<BookcaseNote.Action>)
    case noteTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .addTapped:
        state.books.append(state.title)
        state.title = ""
      case .binding, .note:
        break
      case .noteTapped:
        state.note = BookcaseNote.State()
      }
      return .none
    }
    .ifLet(\.$note, action: \.note) { BookcaseNote() }
  }
}

@Reducer
struct BookcaseNote {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var text = ""
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> { BindingReducer() }
}

extension Bookcase.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.note, "note") { _ in BookcaseNote.State() }
  }
}

struct BookcaseView: View {
  @Bindable var store: StoreOf<Bookcase>

  var body: some View {
    Form {
      TextField("Title", text: $store.title)
      Button("Add") { store.send(.addTapped) }
      Button("Note") { store.send(.noteTapped) }
      Text("Books: \(store.books.joined(separator: ", "))")
      Image("logo.svg", alt: "Logo")
    }
    .navigationTitle("Bookcase")
    .sheet(item: $store.scope(state: \.note, action: \.note)) { store in
      BookcaseNoteView(store: store)
    }
  }
}

struct BookcaseNoteView: View {
  @Bindable var store: StoreOf<BookcaseNote>

  var body: some View {
    Form { TextField("Text", text: $store.text) }.navigationTitle("Note")
  }
}

/// An application with an image and an endpoint, for servers below a prefix.
struct BookcaseApp: App {
  let store = Store(initialState: Bookcase.State()) { Bookcase() }

  var body: some Scene {
    WindowGroup { BookcaseView(store: store) }
      .routes(of: store)
  }

  static var endpoints: [Endpoint] {
    Endpoint(.get, "/export.csv") { _ in .text("title\n", contentType: "text/csv; charset=utf-8") }
  }
}
