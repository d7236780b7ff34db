import Cairn
import CairnServer
import CairnSessions
import CairnTesting
import Synchronization
import Ways

/// A feature for signed-in users, with a field on its screen and another in a sheet with a URL.
@Reducer
struct Ledger {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var comment = ""
    var name = ""
    @Presents var entry: LedgerEntry.State?
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case clearTapped
    case entry(PresentationAction<LedgerEntry.Action>)
    case openTapped
    case sendTapped
    case signInTapped
  }

  @Dependency(\.ledgerBooks) var books
  @Dependency(\.session) var session

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding, .entry(.dismiss), .entry(.presented(.binding)): break
      case .clearTapped: books.write("cleared")
      case .entry(.presented(.saveTapped)):
        books.write(state.entry?.text ?? "")
        state.entry = nil
      case .openTapped: state.entry = LedgerEntry.State(id: 7, text: "Rent")
      case .sendTapped:
        books.write(state.comment)
        state.comment = ""
      case .signInTapped:
        guard !state.name.isEmpty else { break }
        books.isLocked = false
        session.signIn(as: state.name)
      }
      return .none
    }
    .ifLet(\.$entry, action: \.entry) { LedgerEntry() }
  }
}

@Reducer
struct LedgerEntry {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    let id: Int
    var text: String
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case saveTapped
  }

  var body: some ReducerOf<Self> { BindingReducer() }
}

extension Ledger.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.entry, "entries", \.id) { id, _ in
      @Dependency(\.ledgerBooks) var books
      return books.text(of: id).map { LedgerEntry.State(id: id, text: $0) }
    }
  }
}

/// The entries, with a record of all reads and writes. Like a database, it outlives the server.
final class LedgerBooks: Sendable {
  private let state = Mutex((isLocked: false, reads: 0, written: [String](), works: 0))

  /// Whether signed-in users must confirm who they are.
  var isLocked: Bool {
    get { state.withLock(\.isLocked) }
    set { state.withLock { $0.isLocked = newValue } }
  }

  /// The number of entries that were looked up.
  var reads: Int { state.withLock(\.reads) }
  var written: [String] { state.withLock(\.written) }
  /// The number of times that the work of a guarded view began.
  var works: Int { state.withLock(\.works) }

  func text(of id: Int) -> String? {
    state.withLock { $0.reads += 1 }
    return id == 7 ? "Rent" : nil
  }

  func write(_ text: String) { state.withLock { $0.written.append(text) } }

  func work() { state.withLock { $0.works += 1 } }
}

private enum LedgerBooksKey: DependencyKey {
  static let liveValue = LedgerBooks()
  static let testValue = LedgerBooks()
}

extension DependencyValues {
  var ledgerBooks: LedgerBooks {
    get { self[LedgerBooksKey.self] }
    set { self[LedgerBooksKey.self] = newValue }
  }
}

extension SessionGuard {
  static let ledger = SessionGuard { session in
    @Dependency(\.ledgerBooks) var books
    return session.owner != nil && !books.isLocked
  }
}

struct LedgerView: View {
  @Bindable var store: StoreOf<Ledger>
  @Dependency(\.ledgerBooks) var books

  var body: some View {
    Form {
      Text("The balance is 42.")
      TextField("Comment", text: $store.comment)
      Button("Send") { store.send(.sendTapped) }
      Button("Clear") { store.send(.clearTapped) }
      Button("Open") { store.send(.openTapped) }
    }
    .navigationTitle("Ledger")
    .onAppear { books.work() }
    .sheet(item: $store.scope(state: \.entry, action: \.entry)) { LedgerEntryView(store: $0) }
  }
}

private struct LedgerEntryView: View {
  @Bindable var store: StoreOf<LedgerEntry>

  var body: some View {
    Form {
      TextField("Text", text: $store.text)
      Button("Save") { store.send(.saveTapped) }
    }
    .navigationTitle("Entry \(store.id)")
  }
}

struct LedgerSignInView: View {
  @Bindable var store: StoreOf<Ledger>

  var body: some View {
    Form {
      TextField("Name", text: $store.name)
      Button("Sign in") { store.send(.signInTapped) }
    }
    .navigationTitle("Sign in")
  }
}

/// An application whose scene has a guard.
struct LedgerSceneApp: App {
  let store = Store(initialState: Ledger.State()) { Ledger() }

  var body: some Scene {
    WindowGroup { LedgerView(store: store) }
      .routes(of: store)
      .guarded(by: .ledger) { LedgerSignInView(store: store) }
  }
}

/// An application whose scene has a guard before its routes.
struct LedgerReversedApp: App {
  let store = Store(initialState: Ledger.State()) { Ledger() }

  var body: some Scene {
    WindowGroup { LedgerView(store: store) }
      .guarded(by: .ledger) { LedgerSignInView(store: store) }
      .routes(of: store)
  }
}

/// An application whose outermost view has a guard.
struct LedgerViewApp: App {
  let store = Store(initialState: Ledger.State()) { Ledger() }

  var body: some Scene {
    WindowGroup {
      LedgerView(store: store).guarded(by: .ledger) { LedgerSignInView(store: store) }
    }
    .routes(of: store)
  }
}

/// An application in which the form to sign in covers the page.
struct LedgerOverlayApp: App {
  let store = Store(initialState: Ledger.State()) { Ledger() }

  var body: some Scene {
    WindowGroup {
      LedgerView(store: store)
        .guarded(by: .ledger, presentation: .overlay) { LedgerSignInView(store: store) }
    }
    .routes(of: store)
  }
}

// MARK: Routes

/// A feature whose entries have a guard, while the page below them is public.
@Reducer
struct PublicLedger {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var ledger = Ledger.State()
    @Presents var entry: LedgerEntry.State?
    @Presents var help: LedgerEntry.State?
  }

  enum Action {
    case entry(PresentationAction<LedgerEntry.Action>)
    case help(PresentationAction<LedgerEntry.Action>)
    case ledger(Ledger.Action)
    case openTapped
  }

  @Dependency(\.ledgerBooks) var books

  var body: some ReducerOf<Self> {
    Scope(state: \.ledger, action: \.ledger) { Ledger() }
    Reduce { state, action in
      switch action {
      case .entry(.presented(.saveTapped)):
        books.write(state.entry?.text ?? "")
        state.entry = nil
      case .entry, .help, .ledger: break
      case .openTapped: state.entry = LedgerEntry.State(id: 7, text: "Rent")
      }
      return .none
    }
    .ifLet(\.$entry, action: \.entry) { LedgerEntry() }
    .ifLet(\.$help, action: \.help) { LedgerEntry() }
  }
}

extension PublicLedger.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.entry, "entries", \.id) { id, _ in
      @Dependency(\.ledgerBooks) var books
      return books.text(of: id).map { LedgerEntry.State(id: id, text: $0) }
    }
    .guarded(by: .ledger)
    Route(\.help, "entries", \.id, "help") { id, _ in LedgerEntry.State(id: id, text: "Help") }
      .guarded { session in
        session.owner != "ann"
      } otherwise: {
        Text("Not for Ann").navigationTitle("Closed")
      }
  }
}

struct PublicLedgerView: View {
  @Bindable var store: StoreOf<PublicLedger>

  var body: some View {
    VStack {
      Text("Anyone can read this.")
      Button("Open") { store.send(.openTapped) }
    }
    .navigationTitle("Public")
    .sheet(item: $store.scope(state: \.entry, action: \.entry)) { LedgerEntryView(store: $0) }
    .sheet(item: $store.scope(state: \.help, action: \.help)) { store in
      LedgerEntryView(store: store)
    }
  }
}

/// An application in which the routes of sheets have guards.
struct LedgerRouteApp: App {
  let store = Store(initialState: PublicLedger.State()) { PublicLedger() }

  var body: some Scene {
    WindowGroup { PublicLedgerView(store: store) }
      .routes(of: store) {
        LedgerSignInView(store: store.scope(state: \.ledger, action: \.ledger))
      }
  }
}

// MARK: Screens

struct BookScreen: Screen, Codable {
  var presentationStyle: ScreenPresentationStyle { .push }
}

struct PageScreen: Screen, Codable {
  let id: Int
  var presentationStyle: ScreenPresentationStyle { .push }
}

struct NoteScreen: Screen, Codable {
  var presentationStyle: ScreenPresentationStyle { .sheet() }
}

/// A tree in which one screen, with everything on top of it, has a guard.
struct LedgerTree: NavigationTree {
  let store: StoreOf<Ledger>

  var builder: some PathBuilder {
    Screen(BookScreen.self) {
      Text("Anyone can read this.").navigationTitle("Book")
    } nesting: {
      Screen { (screen: PageScreen) in
        LedgerView(store: store)
      } nesting: {
        Screen(NoteScreen.self) { Text("A note").navigationTitle("Note") }
      }
      .guarded(by: .ledger) { LedgerSignInView(store: store) }
    }
  }
}

struct LedgerScreensApp: App {
  let store = Store(initialState: Ledger.State()) { Ledger() }
  let dataSource = Navigator.Datasource(root: BookScreen())

  var body: some Scene {
    WindowGroup { Root(dataSource: dataSource, pathBuilder: LedgerTree(store: store)) }
  }
}

/// A site with each of the guards.
struct LedgerSite {
  let books = LedgerBooks()
  let flow: FlowSite

  init() throws {
    flow = try FlowSite(isJudged: true) { [books] settings, sessions in
      try Server(settings: settings, sessions: sessions) {
        $0.ledgerBooks = books
      } mounts: {
        Mount("/scene", LedgerSceneApp.self)
        Mount("/reversed", LedgerReversedApp.self)
        Mount("/view", LedgerViewApp.self)
        Mount("/overlay", LedgerOverlayApp.self)
        Mount("/route", LedgerRouteApp.self)
        Mount("/screens", LedgerScreensApp.self)
        Mount("/stack", LedgerStackApp.self)
        Mount("/german-overlay", LedgerGermanOverlayApp.self)
        Mount("/german-route", LedgerGermanRouteApp.self)
        Mount("/german-stack", LedgerGermanStackApp.self)
      }
    }
  }
}
