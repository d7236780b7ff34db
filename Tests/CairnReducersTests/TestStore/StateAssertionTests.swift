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

  @Test func aChangeThatIsNotAssertedFails() async {
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

  @Test func anotherChangeThanAssertedFails() async {
    let store = makeStore()
    await expectIssue("−   count: 2,\n+   count: 1,", line: #line + 1) {
      await store.send(.increment) { $0.count = 2 }
    }
  }

  @Test func aClosureThatChangesNothingFails() async {
    let store = makeStore()
    await expectIssue("Expected the state to change", line: #line + 1) {
      await store.send(.nothing) { _ in }
    }
    await expectIssue("Expected the state to change", line: #line + 1) {
      await store.send(.nothing) { $0.count = 0 }
    }
  }

  @Test func aClosureThatThrowsFails() async {
    let store = makeStore()
    await expectIssue("threw", line: #line + 1) {
      await store.send(.increment) {
        $0.count = 1
        throw Failure()
      }
    }
  }

  @Test func assertingChecksTheWholeState() async {
    let store = makeStore()
    await store.send(.increment) { $0.count = 1 }
    store.assert { $0.count = 1 }
    await expectIssue("−   count: 5,", line: #line + 1) {
      store.assert { $0.count = 5 }
    }
  }
}
