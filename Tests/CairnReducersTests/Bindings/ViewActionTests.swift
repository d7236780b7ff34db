import Cairn
import CairnTesting
import Testing

@Reducer
private struct NumberFacts {
  struct State: Equatable {
    var number = 0
    var note = ""
    var fact: String?
  }
  enum Action: ViewAction, Equatable {
    case response(String)
    case view(View)

    @CasePathable
    enum View: BindableAction, Equatable {
      case binding(BindingAction<State>)
      case factButtonTapped
      case stepped(by: Int)
    }
  }
  var body: some ReducerOf<Self> {
    BindingReducer(action: \.view)
    Reduce { state, action in
      switch action {
      case .response(let fact): state.fact = fact
      case .view(.factButtonTapped): return .send(.response("\(state.number) is a number"))
      case .view(.stepped(let step)): state.number += step
      case .view(.binding(\.note)): state.fact = nil
      case .view(.binding): break
      }
      return .none
    }
  }
}

/// A minimal view that has a store.
@ViewAction(for: NumberFacts.self)
private struct NumberFactsView {
  let store: StoreOf<NumberFacts>

  func tap() -> StoreTask {
    send(.stepped(by: 2))
    return send(.factButtonTapped)
  }
}

@MainActor @Suite struct ViewActionTests {
  @Test func `A view sends the actions of its view case`() {
    let store = Store(initialState: NumberFacts.State()) { NumberFacts() }
    let task = NumberFactsView(store: store).tap()
    #expect(store.number == 2)
    #expect(store.fact == "2 is a number")
    #expect(task.isFinished)
  }

  @Test func `View actions are tested by their case paths`() async {
    let store = TestStore(initialState: NumberFacts.State()) { NumberFacts() }
    await store.send(\.view.stepped, 3) { $0.number = 3 }
    await store.send(\.view.factButtonTapped)
    await store.receive(\.response) { $0.fact = "3 is a number" }
    await store.send(\.view.binding.note, "odd") {
      $0.note = "odd"
      $0.fact = nil
    }
    await store.finish()
  }

  @Test func `Bindings of view actions are written`() {
    let store = Store(initialState: NumberFacts.State(fact: "old")) { NumberFacts() }
    store.note = "new"
    #expect(store.note == "new")
    #expect(store.fact == nil)
  }
}
