import CairnCases
import CairnDependencies
import CairnReducers
import CairnTesting
import Testing

private struct Failure: Error {}

@MainActor @Suite(.timeLimit(.minutes(30))) struct StateAssertionTests {
  private let clock = TestClock()

  private func makeStore() -> TestStoreOf<Tally> {
    TestStore(initialState: Tally.State()) {
      Tally()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `A change that isn't asserted fails`() async {
    let store = makeStore()
    await expectIssue(
      """
      A state change does not match expectation: …

        Tally.State(
      −   count: 0,
      +   count: 1,
          facts: []
        )

      (Expected: −, Actual: +)
      """, line: #line + 2
    ) {
      await store.send(.increment)
    }
    #expect(store.state.count == 1)
  }

  @Test func `A change other than the asserted one fails`() async {
    let store = makeStore()
    await expectIssue("−   count: 2,\n+   count: 1,", line: #line + 1) {
      await store.send(.increment) { $0.count = 2 }
    }
  }

  @Test func `An assertion that changes nothing fails`() async {
    let store = makeStore()
    await expectIssue("Expected the state to change", line: #line + 1) {
      await store.send(.nothing) { _ in }
    }
    await expectIssue("Expected the state to change", line: #line + 1) {
      await store.send(.nothing) { $0.count = 0 }
    }
  }

  @Test func `An assertion that throws fails`() async {
    let store = makeStore()
    await expectIssue("threw", line: #line + 1) {
      await store.send(.increment) {
        $0.count = 1
        throw Failure()
      }
    }
  }

  @Test func `An assertion without an action checks the whole state`() async {
    let store = makeStore()
    await store.send(.increment) { $0.count = 1 }
    store.assert { $0.count = 1 }
    await expectIssue("−   count: 5,", line: #line + 1) {
      store.assert { $0.count = 5 }
    }
  }
}
