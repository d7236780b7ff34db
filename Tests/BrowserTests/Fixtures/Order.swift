import Cairn
import CairnServer

/// Rows whose order changes, each with a field.
@Reducer
struct Order {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    struct Line: Codable, Equatable, Identifiable, Sendable {
      let id: Int
      var text = ""
    }

    var lines = (1...6).map { Line(id: $0) }
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case firstGoesLast
    case turned
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: break
      case .firstGoesLast: state.lines.append(state.lines.removeFirst())
      case .turned: state.lines.reverse()
      }
      return .none
    }
  }
}

struct OrderView: View {
  @Bindable var store: StoreOf<Order>

  var body: some View {
    List {
      ForEach(store.lines) { line in
        TextField("Line \(line.id)", text: text(of: line.id))
      }
    }
    Button("Turn") { store.send(.turned) }
    Button("First goes last") { store.send(.firstGoesLast) }
      .navigationTitle("Order")
  }

  private func text(of id: Int) -> Binding<String> {
    Binding {
      store.lines.first { $0.id == id }?.text ?? ""
    } set: { text in
      guard let index = store.lines.firstIndex(where: { $0.id == id }) else { return }
      $store.lines[index].text.wrappedValue = text
    }
  }
}

struct OrderApp: App {
  let store = Store(initialState: Order.State()) { Order() }

  var body: some Scene { WindowGroup { OrderView(store: store) } }
}
