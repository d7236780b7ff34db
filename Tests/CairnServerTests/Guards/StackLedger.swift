import Cairn
import CairnServer

/// A feature whose stack of entries has a guard, while the page below them is public.
@Reducer
struct StackLedger {
  @Reducer(state: .codable, .equatable, .sendable)
  enum Path {
    case entry(StackEntry)
  }

  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var ledger = Ledger.State()
    var path = StackState<Path.State>()
  }

  enum Action {
    case ledger(Ledger.Action)
    case openTapped
    case path(StackActionOf<Path>)
  }

  @Dependency(\.ledgerBooks) var books

  var body: some ReducerOf<Self> {
    Scope(state: \.ledger, action: \.ledger) { Ledger() }
    Reduce { state, action in
      switch action {
      case .ledger: break
      case .openTapped: state.path.append(.entry(StackEntry.State(id: 7, text: "Rent")))
      case .path(.element(let id, .entry(.saveTapped))):
        books.write(state.path[id: id]?.entry?.text ?? "")
        state.path.pop(from: id)
      case .path: break
      }
      return .none
    }
    .forEach(\.path, action: \.path)
  }
}

/// An entry that presents a note.
@Reducer
struct StackEntry {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    let id: Int
    let text: String
    @Presents var note: LedgerEntry.State?
  }

  enum Action {
    case note(PresentationAction<LedgerEntry.Action>)
    case saveTapped
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$note, action: \.note) { LedgerEntry() }
  }
}

extension StackLedger.State: Routable {
  static var routes: some Routes<Self> {
    StackRoute(\.path) {
      RouteSegment(\.entry, "entries", value: \.id) { id, _, _ in
        @Dependency(\.ledgerBooks) var books
        return books.text(of: id).map { StackEntry.State(id: id, text: $0) }
      }
    }
    .guarded(by: .ledger)
  }
}

extension StackEntry.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.note, "note") { LedgerEntry.State(id: $0.id, text: "A note") }
  }
}

struct StackLedgerView: View {
  @Bindable var store: StoreOf<StackLedger>

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      VStack {
        Text("Anyone can read this.")
        Button("Open") { store.send(.openTapped) }
      }
      .navigationTitle("Public")
    } destination: { element in
      switch element.case {
      case .entry(let entry): StackEntryView(store: entry)
      }
    }
  }
}

private struct StackEntryView: View {
  @Bindable var store: StoreOf<StackEntry>

  var body: some View {
    VStack {
      Text(store.text)
      Button("Save") { store.send(.saveTapped) }
    }
    .navigationTitle("Entry \(store.id)")
    .sheet(item: $store.scope(state: \.note, action: \.note)) { store in
      Text(store.text).navigationTitle("Note")
    }
  }
}

/// An application in which the route of a stack has a guard.
struct LedgerStackApp: App {
  let store = Store(initialState: StackLedger.State()) { StackLedger() }

  var body: some Scene {
    WindowGroup { StackLedgerView(store: store) }
      .routes(of: store) {
        LedgerSignInView(store: store.scope(state: \.ledger, action: \.ledger))
      }
  }
}
