import Cairn
import CairnServer
import CairnTesting
import Foundation

/// A shelf in English and German, with a number that can be edited. The reducer notes its locale.
@Reducer
struct BookShelf {
  @ObservableState
  struct State: Codable, Equatable {
    var books = 3
    var locale = ""
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case noteTapped
  }

  @Dependency(\.locale) var locale

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .noteTapped = action { state.locale = locale.identifier }
      return .none
    }
  }
}

struct BookShelfView: View {
  @Bindable var store: StoreOf<BookShelf>
  @Environment(\.locale) var locale

  var body: some View {
    Text("View: \(locale.identifier)")
    Text("Reducer: \(store.locale)")
    TextField("Books", value: $store.books)
    Stepper("Count", value: $store.books)
    Button("Note") { store.send(.noteTapped) }
  }
}

struct BilingualShelf: App {
  static var languages: [Language] { [.english, .german] }

  static func systemText(_ text: SystemText, in language: Language) -> String? {
    text == .errorLink && language == .german ? "Zum <Regal>" : nil
  }

  let store = Store(initialState: BookShelf.State()) { BookShelf() }

  var body: some Scene { WindowGroup { BookShelfView(store: store) }.persistedStore(store) }
}

/// A shelf that declares no languages.
struct EnglishShelf: App {
  let store = Store(initialState: BookShelf.State()) { BookShelf() }

  var body: some Scene { WindowGroup { BookShelfView(store: store) }.persistedStore(store) }
}

/// Sends requests of a browser that asks for a language.
struct LanguageTransport: BrowserTransport {
  let server: InProcessTransport
  let language: String

  init(_ server: Server, _ language: String) {
    self.server = InProcessTransport(server)
    self.language = language
  }

  func send(_ request: BrowserRequest) async throws -> BrowserResponse {
    var request = request
    request.headers.removeAll { $0.0 == "Accept-Language" }
    request.headers.append(("Accept-Language", language))
    return try await server.send(request)
  }
}

/// Creates a server of the shelves.
func shelves() throws -> Server {
  var settings = ServerSettings()
  settings.port = 0
  return try Server(settings: settings) {
    Mount("/shelf", BilingualShelf.self)
    Mount("/english", EnglishShelf.self)
  }
}
