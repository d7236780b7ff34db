import Cairn
import CairnServer
import Synchronization
import Testing

@testable import WebDriver

@Suite("Browser: guards")
struct GuardTests {
  @Test(arguments: withAndWithoutScripts)
  func `Typed text is restored after signing out in another tab and signing in again`(
    hasScripts: Bool
  ) async throws {
    var settings = ServerSettings()
    settings.port = 0
    let account = Account()
    let server = try Server(settings: settings) {
      $0.account = account
    } mounts: {
      Mount("/", NotesApp.self)
    }
    try server.start()
    let url = "http://127.0.0.1:\(server.port)/"
    do {
      try await Chromium.run(Chromium.Options(javaScript: hasScripts)) { chromium in
        try await chromium.open(url)
        let notes = try await chromium.tab
        try await chromium.fill("Note", with: "Half a thought")
        try await chromium.settle()
        _ = try await chromium.newTab()
        try await chromium.open(url)
        try await chromium.click("Sign out")
        #expect(try await chromium.heading == "Sign in")
        try await chromium.switchTo(tab: notes)
        try await chromium.click("Keep")
        #expect(try await chromium.heading == "Sign in")
        #expect(try await chromium.text.contains("wasn't processed"))
        // With the script, the text was sent while the user typed.
        #expect(try await chromium.text.contains("We kept what you typed") != hasScripts)
        try await chromium.click("Sign in")
        #expect(try await chromium.heading == "Notes")
        #expect(try await chromium.value(of: "Note") == "Half a thought")
        try await chromium.click("Keep")
        #expect(try await chromium.text.contains("Kept: Half a thought"))
        #expect(try await chromium.value(of: "Note") == "")
      }
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }
}

/// Whether the user is signed in, for all tabs.
private final class Account: Sendable {
  private let state = Mutex(true)

  var isSignedIn: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

private enum AccountKey: DependencyKey {
  static let liveValue = Account()
}

extension DependencyValues {
  fileprivate var account: Account {
    get { self[AccountKey.self] }
    set { self[AccountKey.self] = newValue }
  }
}

@Reducer
private struct Notes {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var note = ""
    var kept = ""
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case keepTapped
    case signInTapped
    case signOutTapped
  }

  @Dependency(\.account) var account

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: break
      case .keepTapped:
        state.kept = state.note
        state.note = ""
      case .signInTapped: account.isSignedIn = true
      case .signOutTapped: account.isSignedIn = false
      }
      return .none
    }
  }
}

private struct NotesView: View {
  @Bindable var store: StoreOf<Notes>
  @Dependency(\.account) var account

  var body: some View {
    if account.isSignedIn {
      Form {
        Text("Kept: \(store.kept)")
        TextField("Note", text: $store.note)
        Button("Keep") { store.send(.keepTapped) }
        Button("Sign out") { store.send(.signOutTapped) }
      }
      .navigationTitle("Notes")
    } else {
      Button("Sign in") { store.send(.signInTapped) }
        .navigationTitle("Sign in")
    }
  }
}

private struct NotesApp: App {
  let store = Store(initialState: Notes.State()) { Notes() }

  var body: some Scene {
    WindowGroup { NotesView(store: store) }
  }
}
