import CairnCases
import CairnDependencies
import CairnReducers
import CairnTesting
import OrderedCollections
import Testing

@Reducer
private struct Fact {
  struct State: Equatable {
    var count = 0
    var facts: [String] = []
  }
  enum Action: Equatable {
    case increment
    case nothing
    case ask
    case askTwice
    case response(String)
    case wait
    case over
  }
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment: state.count += 1
      case .nothing, .over: break
      case .ask: return .run { [count = state.count] send in await send(.response("\(count)")) }
      case .askTwice:
        return .merge(.send(.response("one")), .send(.response("two")))
      case .response(let fact): state.facts.append(fact)
      case .wait:
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.over)
        }
      }
      return .none
    }
  }
}

private struct Failure: Error {}

@MainActor @Suite(.timeLimit(.minutes(1))) struct TestStoreTests {
  private let clock = TestClock()

  private func makeStore() -> TestStore<Fact.State, Fact.Action> {
    TestStore(initialState: Fact.State()) {
      Fact()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  // MARK: Changes of state

  @Test func aChangeThatIsNotAssertedFails() async {
    let store = makeStore()
    await expectIssue(
      """
      A state change does not match expectation: …

        Fact.State(
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

  // MARK: Received actions

  @Test func receivingByValueCasePayloadAndPredicate() async {
    let store = makeStore()
    await store.send(.askTwice)
    await store.skipReceivedActions()
    let facts = store.state.facts
    await store.send(.ask)
    await store.receive(.response("0")) { $0.facts = facts + ["0"] }
    await store.send(.ask)
    await store.receive(\.response) { $0.facts = facts + ["0", "0"] }
    await store.send(.ask)
    await store.receive(\.response, "0") { $0.facts = facts + ["0", "0", "0"] }
    await store.send(.ask)
    await store.receive({ $0.is(\.response) }, assert: { $0.facts = facts + ["0", "0", "0", "0"] })
  }

  @Test func anotherActionThanExpectedFails() async {
    let store = makeStore()
    await store.send(.ask)
    await expectIssue("Received an action that is not the expected one.", line: #line + 1) {
      await store.receive(.response("9")) { $0.facts = ["0"] }
    }
    await store.send(.ask)
    await expectIssue("Fact.Action.response(\"0\")", line: #line + 1) {
      await store.receive(\.over)
    }
  }

  @Test func sendingWhileActionsWaitFails() async {
    let store = makeStore()
    await store.send(.askTwice)
    await expectIssue("Must handle 2 received actions before sending an action:", line: #line + 1) {
      await store.send(.nothing)
    }
    #expect(store.state.facts == ["one", "two"])
  }

  @Test func nothingToReceiveFailsAtOnce() async {
    let store = makeStore()
    let begin = ContinuousClock.now
    await expectIssue("no effect runs", line: #line + 1) {
      await store.receive(.over)
    }
    #expect(ContinuousClock.now - begin < .milliseconds(900))
  }

  @Test func aTimeOutSaysThatEffectsRun() async {
    let store = makeStore()
    let task = await store.send(.wait)
    await expectIssue("Effects still run", line: #line + 1) {
      await store.receive(.over, timeout: .milliseconds(30))
    }
    await task.cancel()
  }

  @Test func aClockIsAdvanced() async {
    let store = makeStore()
    await store.send(.wait)
    await clock.advance(by: .seconds(1))
    await store.receive(.over)
  }

  // MARK: Not exhaustive

  @Test func aNonExhaustiveTestAssertsOnlyWhatItSays() async {
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

  // MARK: The end

  @Test func finishingWithActionsThatWaitFails() async {
    let store = makeStore()
    await store.send(.askTwice)
    let messages = await issues { await store.finish() }
    #expect(messages.count == 1)
    #expect(
      messages.first?.contains(
        """
        The store received 2 actions that the test did not assert:

          Fact.Action.response("one")

          Fact.Action.response("two")
        """) == true, "\(messages)")
  }

  @Test func finishingInTimeIsFineAndTooLateFails() async {
    let store = makeStore()
    let task = await store.send(.wait)
    await expectIssue("Expected all effects to end within", line: #line + 1) {
      await store.finish(timeout: .milliseconds(20))
    }
    await expectIssue("Expected the effects of this action to end within", line: #line + 1) {
      await task.finish(timeout: .milliseconds(20))
    }
    await task.cancel()
    await store.finish()
    await task.finish()
  }

  @Test func anEffectThatRunsAtTheEndFailsAtItsSend() async {
    await expectIssue("An effect of this action still ran", line: #line + 2) {
      let store = makeStore()
      await store.send(.wait)
    }
  }

  @Test func actionsThatWaitAtTheEndFailWhereTheStoreWasMade() async {
    await expectIssue("The store received 2 actions", line: #line + 1) {
      let store = TestStore(initialState: Fact.State()) { Fact() }
      await store.send(.askTwice)
    }
  }

  @Test func skipping() async {
    let store = makeStore()
    await store.send(.askTwice)
    await store.skipReceivedActions()
    #expect(store.state.facts == ["one", "two"])
    await expectIssue("no received actions", line: #line + 1) {
      await store.skipReceivedActions()
    }
    await store.skipReceivedActions(strict: false)
    let task = await store.send(.wait)
    await store.skipInFlightEffects()
    await task.finish()
    await expectIssue("no running effects", line: #line + 1) {
      await store.skipInFlightEffects()
    }
    await store.skipInFlightEffects(strict: false)
  }
}
