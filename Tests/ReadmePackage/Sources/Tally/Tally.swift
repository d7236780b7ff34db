import Cairn
import CairnServer

@Reducer
struct Counter {
  @ObservableState
  struct State: Equatable, Codable {
    var count = 0
    @Presents var question: AlertState<Question>?
  }
  @CasePathable
  enum Question: Equatable, Codable { case resetConfirmed }
  enum Action {
    case incrementTapped, resetTapped
    case question(PresentationAction<Question>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementTapped: state.count += 1
      case .resetTapped: state.question = .reset
      case .question(.presented(.resetConfirmed)): state.count = 0
      case .question: break
      }
      return .none
    }
    .ifLet(\.$question, action: \.question)
  }
}

extension AlertState<Counter.Question> {
  static let reset = AlertState {
    "Back to zero?"
  } actions: {
    ButtonState(role: .destructive, action: .resetConfirmed) { "Reset" }
    ButtonState(role: .cancel) { "Cancel" }
  }
}

struct CounterView: View {
  @Bindable var store: StoreOf<Counter>

  var body: some View {
    VStack {
      Text("Count: \(store.count)")
      Button("Increment") { store.send(.incrementTapped) }
      Button("Reset") { store.send(.resetTapped) }
    }
    .navigationTitle("Counter")
    .alert($store.scope(state: \.question, action: \.question))
  }
}

@main
struct TallyApp: App {
  let store = Store(initialState: Counter.State()) { Counter() }

  var body: some Scene { WindowGroup { CounterView(store: store) } }
}
