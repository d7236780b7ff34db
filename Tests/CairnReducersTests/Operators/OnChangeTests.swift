import Cairn
import CairnTesting
import Testing

@Reducer
private struct Editor {
  struct State: Equatable {
    var count = 0
    var isEven = true
    var log: [String] = []
    var sent: [String] = []
  }
  enum Action: Equatable {
    case add(Int)
    case nothing
    case addAfterwards
    case noted(String)
  }
  var byParity = false

  var body: some ReducerOf<Self> {
    CombineReducers {
      Reduce { state, action in
        switch action {
        case .add(let number): state.count += number
        case .noted(let text): state.sent.append(text)
        case .nothing, .addAfterwards: break
        }
        return .none
      }
      .onChange(of: \.count) { oldValue, newValue in
        Reduce { state, action in
          state.log.append("\(oldValue) → \(newValue) by \(action)")
          // The operator must not run again for its own change.
          if newValue < 100 { state.count += 1000 }
          return .send(.noted("\(newValue)"))
        }
      }
      // This reducer runs after the operator, which doesn't see the change.
      Reduce { state, action in
        if action == .addAfterwards { state.count += 1 }
        return .none
      }
    }
  }
}

private struct Parity: Reducer {
  typealias State = Editor.State
  typealias Action = Editor.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .add(let number) = action { state.count += number }
      return .none
    }
    .onChange(of: \.count, removeDuplicates: haveSameParity) { _, newValue in
      Reduce { state, _ in
        state.isEven = newValue % 2 == 0
        state.log.append("\(newValue)")
        return .none
      }
    }
  }
}

private func haveSameParity(_ first: Int, _ second: Int) -> Bool { first % 2 == second % 2 }

@MainActor @Suite struct OnChangeTests {
  @Test func `The onChange operator runs with the old value, the new value, and the action`() async
  {
    let store = TestStore(initialState: Editor.State()) { Editor() }
    await store.send(.add(2)) {
      $0.count = 1002
      $0.log = ["0 → 2 by add(2)"]
    }
    await store.receive(.noted("2")) { $0.sent = ["2"] }
    await store.finish()
  }

  @Test func `The onChange operator doesn't run if the value stays the same`() async {
    let store = TestStore(initialState: Editor.State()) { Editor() }
    await store.send(.nothing)
    await store.send(.add(0))
  }

  @Test func `The onChange operator sees only its own reducer's changes`() async {
    let store = TestStore(initialState: Editor.State()) { Editor() }
    await store.send(.addAfterwards) { $0.count = 1 }
  }

  @Test func `The onChange operator can use a custom comparison`() async {
    let store = TestStore(initialState: Editor.State()) { Parity() }
    await store.send(.add(2)) { $0.count = 2 }
    await store.send(.add(1)) {
      $0.count = 3
      $0.isEven = false
      $0.log = ["3"]
    }
  }
}
