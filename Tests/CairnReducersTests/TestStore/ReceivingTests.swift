import Cairn
import CairnTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(30))) struct ReceivingTests {
  private let clock = TestClock()

  private func makeStore(timeoutClock: (any Clock<Duration>)? = nil) -> TestStoreOf<Tally> {
    TestStore(initialState: Tally.State()) {
      Tally()
    } withDependencies: {
      $0.continuousClock = clock
      if let timeoutClock { $0.timeoutClock = timeoutClock }
    }
  }

  @Test func `Actions are received by value, case, payload, and predicate`() async {
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

  @Test func `An unexpected action fails`() async {
    let store = makeStore()
    await store.send(.ask)
    await expectIssue("Received an unexpected action.", line: #line + 1) {
      await store.receive(.response("9")) { $0.facts = ["0"] }
    }
    await store.send(.ask)
    await expectIssue("Tally.Action.response(\"0\")", line: #line + 1) {
      await store.receive(\.over)
    }
  }

  @Test func `The state is the asserted one while actions wait`() async {
    let store = makeStore()
    await store.send(.askTwice)
    #expect(store.state.facts == [])
    await store.receive(.response("one")) { $0.facts = ["one"] }
    #expect(store.state.facts == ["one"])
    await store.receive(.response("two")) { $0.facts = ["one", "two"] }
    #expect(store.state.facts == ["one", "two"])
  }

  @Test func `An exhaustive test expects the first waiting action`() async {
    let store = makeStore()
    await store.send(.askTwice)
    await expectIssue("Received an unexpected action.", line: #line + 1) {
      await store.receive(.response("two")) { $0.facts = ["one", "two"] }
    }
    // The unexpected action counts as received, so that the rest of the test makes sense.
    #expect(store.state.facts == ["one"])
    await store.receive(.response("two")) { $0.facts = ["one", "two"] }
  }

  @Test func `Sending while actions wait fails`() async {
    let store = makeStore()
    await store.send(.askTwice)
    await expectIssue("Must handle 2 received actions before sending an action:", line: #line + 1) {
      await store.send(.nothing)
    }
    // Both actions still wait.
    #expect(store.state.facts == [])
    await store.receive(.response("one")) { $0.facts = ["one"] }
    await store.receive(.response("two")) { $0.facts = ["one", "two"] }
  }

  @Test func `An action sent too early is asserted after the waiting actions`() async {
    let store = makeStore()
    await store.send(.ask)
    await expectIssue("Must handle 1 received action before sending an action:", line: #line + 1) {
      await store.send(.increment) { $0.count = 1 }
    }
    await store.receive(.response("0")) { $0.facts = ["0"] }
    #expect(store.state.count == 1)
    await store.send(.increment) { $0.count = 2 }
  }

  @Test func `Receiving fails at once if no effect runs`() async {
    // A limit on a clock that isn't advanced never ends.
    let store = makeStore(timeoutClock: TestClock())
    await expectIssue("no effect is running", line: #line + 1) {
      await store.receive(.over)
    }
  }

  @Test func `Time limits are measured by the timeout clock`() async {
    let store = makeStore(timeoutClock: ImmediateClock())
    let task = await store.send(.wait)
    await expectIssue("none within 1.0 seconds", line: #line) { await store.receive(.over) }
    await expectIssue("finish within 1.0 seconds", line: #line) { await store.finish() }
    await expectIssue("finish within 1.0 seconds", line: #line) { await task.finish() }
    await task.cancel()
  }

  @Test func `An action that arrives before the end of the limit is received`() async {
    let (gate, opening) = AsyncStream<Void>.makeStream()
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { _, action in
        guard action == 0 else { return .none }
        return .run { send in
          // The effect continues on another thread.
          await Task.detached { for await _ in gate {} }.value
          await send(1)
        }
      }
    } withDependencies: {
      $0.timeoutClock = TestClock()
    }
    await store.send(0)
    // The test is on the main actor, so the task runs when the test waits below.
    Task { opening.finish() }
    await store.receive(1, timeout: .zero)
    await store.finish(timeout: .zero)
  }

  @Test func `A timeout mentions running effects`() async {
    let store = makeStore()
    let task = await store.send(.wait)
    await expectIssue("Effects are still running", line: #line + 1) {
      await store.receive(.over, timeout: .milliseconds(30))
    }
    await task.cancel()
  }

  @Test func `Advancing the clock lets an effect send`() async {
    let store = makeStore()
    await store.send(.wait)
    await clock.advance(by: .seconds(1))
    await store.receive(.over)
  }

  // MARK: Failure messages

  @Test func `An unexpected action is shown as a difference`() async {
    let store = makeStore()
    await store.send(.ask)
    let messages = await issues {
      await store.receive(\.response, "9") { $0.facts = ["0"] }
    }
    #expect(
      messages == [
        """
        Received an unexpected action.

        − Tally.Action.response("9")
        + Tally.Action.response("0")

        (Expected: −, Received: +)
        """
      ])
    #expect(store.state.facts == ["0"])
  }

  @Test func `An unexpected action of another case is shown in full`() async {
    let store = makeStore()
    await store.send(.ask)
    let messages = await issues { await store.receive(\.over) }
    #expect(
      messages == [
        """
        Received an unexpected action.

        Expected: an action of the case 'over'

        Received:

          Tally.Action.response("0")
        """
      ])
  }

  @Test func `The failure for a missing action names the expected action`() async {
    let store = makeStore()
    #expect(
      await issues { await store.receive(.over) } == [
        """
        Expected to receive this action, but received none, and no effect is running that could \
        send it.

          Tally.Action.over
        """
      ])
    #expect(
      await issues { await store.receive(\.response) } == [
        """
        Expected to receive an action of the case 'response', but received none, and no effect is \
        running that could send it.
        """
      ])
    await store.send(.wait)
    #expect(
      await issues { await store.receive(\.over, timeout: .milliseconds(30)) } == [
        """
        Expected to receive an action of the case 'over', but received none within 0.03 seconds.

        Effects are still running. If they wait for a clock, advance the clock first. If they need \
        more time, pass a 'timeout' to 'receive'.
        """
      ])
    await store.skipInFlightEffects()
  }

  @Test func `The timeout of all waits can be set`() async {
    let store = makeStore()
    #expect(store.timeout == .seconds(1))
    store.timeout = .milliseconds(20)
    let task = await store.send(.wait)
    await expectIssue("within 0.02 seconds", line: #line) { await store.receive(.over) }
    await expectIssue("within 0.02 seconds", line: #line) { await store.finish() }
    await expectIssue("within 0.02 seconds", line: #line) { await task.finish() }
    await task.cancel()
  }

  @Test func `A result is matched by its cases`() async {
    let store = TestStore(initialState: Answer.State()) { Answer() }
    await store.send(.ask(true))
    await store.receive(\.answered.success, "yes")
    await store.send(.ask(false))
    await store.receive(\.answered.failure)
  }
}

@Reducer
private struct Answer {
  struct State: Equatable {}
  enum Action {
    case ask(Bool)
    case answered(Result<String, any Error>)
  }
  struct Refused: Error {}

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      guard case .ask(let isAllowed) = action else { return .none }
      return .send(.answered(isAllowed ? .success("yes") : .failure(Refused())))
    }
  }
}
