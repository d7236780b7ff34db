import Cairn
import CairnServer
import CairnSessions
import CairnTesting
import Synchronization
import Ways

/// A feature for signed-in users, with a field on its screen and another in a sheet.
@Reducer
struct Guestbook {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var comment = ""
    var name = ""
    var looks = 0
    @Presents var entry: Entry.State?
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case entry(PresentationAction<Entry.Action>)
    case lookTapped
    case notNowTapped
    case sendTapped
    case signInTapped
    case writeTapped
  }

  @Dependency(\.guests) var guests

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding, .entry(.dismiss):
        break
      case .entry(.presented(.saveTapped)):
        guard let entry = state.entry, guests.isSignedIn else { break }
        guests.write("\(entry.title): \(entry.text)")
        state.entry = nil
      case .entry(.presented(.cancelTapped)), .notNowTapped:
        state.entry = nil
      case .entry(.presented(.binding)), .entry(.presented(.applyTapped)):
        break
      case .lookTapped:
        state.looks += 1
      case .sendTapped:
        guard guests.isSignedIn else { break }
        guests.write(state.comment)
        state.comment = ""
      case .signInTapped:
        if !state.name.isEmpty { guests.isSignedIn = true }
      case .writeTapped:
        state.entry = Entry.State()
      }
      return .none
    }
    .ifLet(\.$entry, action: \.entry) { Entry() }
  }
}

@Reducer
struct Entry {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var title = ""
    var text = ""
    var key = Secret()
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case applyTapped
    case cancelTapped
    case saveTapped
  }

  var body: some ReducerOf<Self> { BindingReducer() }
}

extension Guestbook.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.entry, "entry") { _ in Entry.State() }
  }
}

/// The signed-in user and the written entries. Like a database, it outlives the server.
final class Guests: Sendable {
  private let state = Mutex((isSignedIn: true, written: [String]()))

  var isSignedIn: Bool {
    get { state.withLock(\.isSignedIn) }
    set { state.withLock { $0.isSignedIn = newValue } }
  }

  var written: [String] { state.withLock(\.written) }

  func write(_ text: String) { state.withLock { $0.written.append(text) } }
}

private enum GuestsKey: DependencyKey {
  static let liveValue = Guests()
  static let testValue = Guests()
}

extension DependencyValues {
  var guests: Guests {
    get { self[GuestsKey.self] }
    set { self[GuestsKey.self] = newValue }
  }
}

private struct BookView: View {
  @Bindable var store: StoreOf<Guestbook>

  var body: some View {
    Form {
      Text("Looks: \(store.looks)")
      TextField("Comment", text: $store.comment)
      Button("Send") { store.send(.sendTapped) }
      Button("Look") { store.send(.lookTapped) }
      Button("Write") { store.send(.writeTapped) }
    }
    .navigationTitle("Guestbook")
  }
}

private struct EntryView: View {
  @Bindable var store: StoreOf<Entry>

  var body: some View {
    Form {
      TextField("Title", text: $store.title)
      TextField("Text", text: $store.text)
      SecureField("Key", text: $store.key)
      Button("Apply") { store.send(.applyTapped) }
      Button("Save") { store.send(.saveTapped) }
      Button("Cancel", role: .cancel) { store.send(.cancelTapped) }
    }
    .navigationTitle("Entry")
  }
}

private struct SignInView: View {
  @Bindable var store: StoreOf<Guestbook>

  var body: some View {
    Form {
      TextField("Name", text: $store.name)
      Button("Sign in") { store.send(.signInTapped) }
      Button("Not now", role: .cancel) { store.send(.notNowTapped) }
    }
    .navigationTitle("Sign in")
  }
}

/// An application whose guard shows another screen at the same location.
struct ScreenGuardApp: App {
  let store = Store(initialState: Guestbook.State()) { Guestbook() }

  var body: some Scene {
    WindowGroup { ScreenGuardView(store: store) }
      .routes(of: store)
  }
}

private struct ScreenGuardView: View {
  @Bindable var store: StoreOf<Guestbook>
  @Dependency(\.guests) var guests

  var body: some View {
    if guests.isSignedIn {
      BookView(store: store)
        .sheet(item: $store.scope(state: \.entry, action: \.entry)) { EntryView(store: $0) }
    } else {
      SignInView(store: store)
    }
  }
}

/// An application whose guard covers the page, and only closes when the user signs in.
struct CoverGuardApp: App {
  let store = Store(initialState: Guestbook.State()) { Guestbook() }

  var body: some Scene {
    WindowGroup { CoverGuardView(store: store) }
      .routes(of: store)
  }
}

private struct CoverGuardView: View {
  @Bindable var store: StoreOf<Guestbook>
  @Dependency(\.guests) var guests

  var body: some View {
    BookView(store: store)
      .fullScreenCover(isPresented: Binding(get: { !guests.isSignedIn }, set: { _ in })) {
        SignInView(store: store)
      }
      .sheet(item: $store.scope(state: \.entry, action: \.entry)) { EntryView(store: $0) }
  }
}

/// Creates a guestbook site with each of the guards.
func guestbookSite(_ guests: Guests, sessions: any SessionStore) throws -> FlowSite {
  try FlowSite(sessions: sessions) { settings, sessions in
    try Server(settings: settings, sessions: sessions) {
      $0.guests = guests
    } mounts: {
      Mount("/screen", ScreenGuardApp.self)
      Mount("/cover", CoverGuardApp.self)
    }
  }
}
