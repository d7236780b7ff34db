import Cairn
import CairnServer

/// A field whose text is changed by a sheet above it.
@Reducer
struct Names {
  struct Suggestions: Codable, Equatable, Identifiable, Sendable {
    var id = 0
  }

  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var name = ""
    var suggestions: Suggestions?
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case changeTapped
    case openTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: break
      case .changeTapped: state.name = "Oslo"
      case .openTapped: state.suggestions = Suggestions()
      }
      return .none
    }
  }
}

extension Names.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.suggestions, "suggestions") { _ in Names.Suggestions() }
  }
}

struct NamesView: View {
  @Bindable var store: StoreOf<Names>

  var body: some View {
    Form {
      TextField("Name", text: $store.name)
      Text("Kept: \(store.name)")
      Button("Suggestions") { store.send(.openTapped) }
    }
    .navigationTitle("Names")
    .sheet(item: $store.suggestions) { _ in
      VStack {
        Button("Call it Oslo") { store.send(.changeTapped) }
        NavigationLink("Letters", href: "/letters")
      }
      .navigationTitle("Suggestions")
    }
  }
}

struct NamesApp: App {
  let store = Store(initialState: Names.State()) { Names() }

  var body: some Scene { WindowGroup { NamesView(store: store) }.routes(of: store) }
}
