import Cairn
import CairnServer

/// Notes behind a guard that a user can close for all tabs.
@Reducer
struct GuardedNotes {
  @ObservableState
  struct State: Codable, Equatable {
    @Shared(.session("isUnlocked")) var isUnlocked = false
    var note = ""
    var kept = ""
    var detail = ""
    var isSheetOpen = false
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case detailsTapped
    case keepTapped
    case lockTapped
    case signInTapped
  }

  @Dependency(\.session) var session

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: break
      case .detailsTapped: state.isSheetOpen = true
      case .keepTapped: (state.kept, state.note) = (state.note, "")
      case .lockTapped: state.$isUnlocked.withLock { $0 = false }
      case .signInTapped:
        session.signIn(as: "ann")
        state.$isUnlocked.withLock { $0 = true }
      }
      return .none
    }
  }
}

private struct NotesView: View {
  @Bindable var store: StoreOf<GuardedNotes>

  var body: some View {
    Form {
      Text("Kept: \(store.kept)")
      TextField("Note", text: $store.note)
      Button("Keep") { store.send(.keepTapped) }
      Button("Details") { store.send(.detailsTapped) }
      Button("Lock") { store.send(.lockTapped) }
    }
    .navigationTitle("Notes")
    .sheet(isPresented: $store.isSheetOpen) {
      Form { TextField("Detail", text: $store.detail) }
        .navigationTitle("Details")
    }
  }
}

private struct NotesSignInView: View {
  let store: StoreOf<GuardedNotes>

  var body: some View {
    Button("Sign in") { store.send(.signInTapped) }
      .navigationTitle("Sign in")
  }
}

/// An application whose guard replaces the page.
struct GuardedNotesApp: App {
  let store = Store(initialState: GuardedNotes.State()) { GuardedNotes() }

  var body: some Scene {
    WindowGroup {
      NotesView(store: store)
        .guarded { _ in
          store.isUnlocked
        } otherwise: {
          NotesSignInView(store: store)
        }
        .listening()
    }
  }
}

/// An application whose guard covers the page.
struct CoveredNotesApp: App {
  let store = Store(initialState: GuardedNotes.State()) { GuardedNotes() }

  var body: some Scene {
    WindowGroup {
      NotesView(store: store)
        .guarded(presentation: .overlay) { _ in
          store.isUnlocked
        } otherwise: {
          NotesSignInView(store: store)
        }
        .listening()
    }
  }
}
