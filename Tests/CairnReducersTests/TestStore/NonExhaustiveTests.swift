import CairnCases
import CairnDependencies
import CairnReducers
import Synchronization
import Testing

@testable import CairnTesting

@MainActor @Suite(.timeLimit(.minutes(30))) struct NonExhaustiveTests {
  private let clock = TestClock()

  private func makeStore() -> TestStoreOf<Tally> {
    TestStore(initialState: Tally.State()) {
      Tally()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `A nonexhaustive test asserts only the listed changes`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.increment)
    await store.send(.increment) { $0.count = 2 }
    await expectIssue("−   count: 9,", line: #line + 1) {
      await store.send(.increment) { $0.count = 9 }
    }
    await store.send(.askTwice)
    await store.receive(.response("two")) { $0.facts = ["one", "two"] }
    await store.send(.askTwice)
    await store.send(.increment) { $0.facts = ["one", "two", "one", "two"] }
    await store.send(.wait)
  }

  @Test func `An expected action that doesn't arrive fails`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.askTwice)
    let messages = await issues { await store.receive(.over) }
    #expect(
      messages == [
        """
        Expected to receive this action.

          Tally.Action.over

        Received only 2 other actions:

          Tally.Action.response("one")

          Tally.Action.response("two")
        """
      ])
  }

  @Test func `Sending drops unasserted received actions`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.askTwice)
    await store.send(.increment) {
      $0.facts = ["one", "two"]
      $0.count = 1
    }
    #expect(await issues { await store.receive(.response("one")) }.count == 1)
  }

  @Test func `A part of a test can be nonexhaustive`() async {
    let store = makeStore()
    await store.withExhaustivity(.off) {
      await store.send(.increment)
      await store.send(.askTwice)
      await store.receive(.response("two"))
    }
    #expect(store.exhaustivity == .on)
    store.withExhaustivity(.off) { store.assert { $0.count = 1 } }
    await store.send(.increment) { $0.count = 2 }
    await expectIssue("A state change does not match", line: #line + 1) {
      await store.send(.increment)
    }
  }

  // MARK: Skipped assertions

  @Test func `Skipped assertions are printed and don't fail`() async {
    let notes = Notes()
    await TestLocation.$noteObserver.withValue(notes.observer) {
      let store = makeStore()
      store.exhaustivity = .off(showSkippedAssertions: true)
      await store.send(.increment)
      await store.send(.askTwice)
      await store.receive(.response("two"))
      await store.send(.askTwice)
      await store.skipReceivedActions()
      await store.send(.wait)
      await store.skipInFlightEffects()
    }
    #expect(
      notes.all == [
        """
        Not asserted:

          Tally.State(
        −   count: 0,
        +   count: 1,
            facts: []
          )

        (Asserted: −, Actual: +)
        """,
        """
        1 received action skipped before receiving an action:

          Tally.Action.response("one")
        """,
        """
        Not asserted:

          Tally.State(
            count: 1,
            facts: [
              [0]: "one",
        +     [1]: "two"
            ]
          )

        (Asserted: −, Actual: +)
        """,
        """
        2 received actions skipped with 'skipReceivedActions':

          Tally.Action.response("one")

          Tally.Action.response("two")
        """,
        "1 effect skipped with 'skipInFlightEffects'.",
      ])
  }

  @Test func `Skipped assertions aren't printed by default`() async {
    let notes = Notes()
    await TestLocation.$noteObserver.withValue(notes.observer) {
      let store = makeStore()
      store.exhaustivity = .off
      await store.send(.increment)
      await store.send(.askTwice)
      await store.receive(.response("two"))
    }
    #expect(notes.all == [])
  }
}

private final class Notes: Sendable {
  private let messages = Mutex<[String]>([])
  var all: [String] { messages.withLock { $0 } }

  var observer: @Sendable (_ message: String, _ line: UInt) -> Void {
    { message, _ in
      self.messages.withLock { $0.append(message.replacing("\u{2007}", with: " ")) }
    }
  }
}
