import Cairn
import CairnTesting
import Testing

/// A feature with every kind of part that a builder can combine.
@Reducer
private struct Parts {
  struct State: Equatable { var log: [String] = [] }
  enum Action: Equatable {
    case start
    case from(String)
  }
  var extra: String?
  var isFirst = true
  var names: [String] = []

  var body: some ReducerOf<Self> {
    part("a")
    if let extra { part(extra) }
    switch isFirst {
    case true: part("first")
    case false: part("second")
    }
    for name in names { part(name) }
    CombineReducers {
      EmptyReducer()
      part("z")
    }
  }

  private func part(_ name: String) -> Reduce<State, Action> {
    Reduce { state, action in
      guard action == .start else { return .none }
      state.log.append(name)
      return .send(.from(name))
    }
  }
}

@MainActor @Suite struct BuilderTests {
  private func check(_ parts: Parts, _ expected: [String]) async {
    let store = TestStore(initialState: Parts.State()) { parts }
    await store.send(.start) { $0.log = expected }
    for name in expected { await store.receive(.from(name)) }
  }

  @Test func `Parts run in order on one state, and their effects are merged`() async {
    await check(Parts(), ["a", "first", "z"])
  }

  @Test func `Optionals, conditions, and loops work in a builder`() async {
    await check(
      Parts(extra: "extra", isFirst: false, names: ["1", "2"]),
      ["a", "extra", "second", "1", "2", "z"])
  }

  @Test func `A store can be built from a loop or an empty reducer`() {
    let store = Store<Int, Int>(initialState: 0) {
      for factor in 1...3 {
        Reduce { state, action in
          state += action * factor
          return .none
        }
      }
    }
    store.send(2)
    #expect(store.state == 12)
    let idle = Store<Int, Int>(initialState: 7) { EmptyReducer() }
    #expect(idle.send(1).isFinished)
    #expect(idle.state == 7)
  }
}
