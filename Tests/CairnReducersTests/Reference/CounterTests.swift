import CairnCases
import CairnDependencies
import CairnReducers
import CairnTesting
import Testing

@MainActor @Suite struct TreeNavigationTests {
  private func makeStore() -> TestStore<Feature.State, Feature.Action> {
    TestStore(initialState: Feature.State(counter: CounterFeature.State(count: 3))) {
      Feature()
    }
  }

  @Test func `The counter dismisses itself`() async {
    let store = makeStore()
    await store.send(\.counter.incrementButtonTapped) {
      $0.counter?.count = 4
    }
    await store.send(\.counter.incrementButtonTapped) {
      $0.counter?.count = 5
    }
    await store.receive(\.counter.dismiss) {
      $0.counter = nil
    }
  }

  @Test func `The counter dismisses itself in a nonexhaustive test`() async {
    let store = makeStore()
    store.exhaustivity = .off

    await store.send(\.counter.incrementButtonTapped)
    await store.send(\.counter.incrementButtonTapped)
    await store.receive(\.counter.dismiss)
    #expect(store.state.counter == nil)
  }

  @Test func `A case of an enum is changed through its name`() async {
    let store = TestStore(
      initialState: EnumFeature.State(destination: .counter(CounterFeature.State(count: 3)))
    ) {
      EnumFeature()
    }
    await store.send(\.destination.counter.incrementButtonTapped) {
      $0.destination?.counter?.count = 4
    }
    await store.send(.destination(.presented(.counter(.incrementButtonTapped)))) {
      $0.destination?.counter?.count = 5
    }
    await store.receive(\.destination.dismiss) {
      $0.destination = nil
    }
  }

  @Test func `A write to another case is reported and changes nothing`() async {
    var state = EnumFeature.State(destination: .counter(CounterFeature.State(count: 3)))
    await expectIssue("'other'") {
      state.destination?.other = CounterFeature.State(count: 7)
    }
    #expect(state.destination == .counter(CounterFeature.State(count: 3)))
    #expect(state.destination?.other == nil)
  }
}
