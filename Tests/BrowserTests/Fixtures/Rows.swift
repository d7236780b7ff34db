import Cairn
import CairnServer

/// Rows with views next to a link, and labels of views.
@Reducer
struct Rows {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var count = 0
  }

  enum Action {
    case countTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .countTapped: state.count += 1
      }
      return .none
    }
  }
}

struct RowsView: View {
  let store: StoreOf<Rows>

  var body: some View {
    VStack {
      LabeledContent("Text") { Text("12").font(.title) }
      LabeledContent("Button") { Button("Count") { store.send(.countTapped) } }
      List {
        HStack {
          NavigationLink("A link and a button", href: "/letters")
          Button("Count") { store.send(.countTapped) }
        }
        HStack {
          NavigationLink("A link and a text", href: "/letters")
          Text("\(store.count)")
        }
      }
    }
    .navigationTitle("Rows")
  }
}

struct RowsApp: App {
  let store = Store(initialState: Rows.State()) { Rows() }

  var body: some Scene { WindowGroup { RowsView(store: store) } }
}
