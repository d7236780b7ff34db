import Cairn
import CairnTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(30))) struct TestEndTests {
  private let clock = TestClock()

  private func makeStore() -> TestStoreOf<Tally> {
    TestStore(initialState: Tally.State()) {
      Tally()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `Finishing fails if received actions wait`() async {
    let store = makeStore()
    await store.send(.askTwice)
    let messages = await issues { await store.finish() }
    #expect(messages.count == 1)
    #expect(
      messages.first?.contains(
        """
        The store received 2 actions that the test didn't assert:

          Tally.Action.response("one")

          Tally.Action.response("two")
        """) == true, "\(messages)")
  }

  @Test func `An action that arrives during finish can still be received`() async {
    let (gate, opening) = AsyncStream<Void>.makeStream()
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { _, action in
        guard action == 0 else { return .none }
        return .run { send in
          for await _ in gate {}
          await send(1)
        }
      }
    }
    await store.send(0)
    // The test is on the main actor, so the task runs when the test waits below.
    Task { opening.finish() }
    await store.finish()
    await store.receive(1)
  }

  @Test func `Waiting actions are reported once at finish and can still be received`() async {
    let messages = await issues {
      let store = makeStore()
      await store.send(.askTwice)
      await store.finish()
      await store.receive(.response("one")) { $0.facts = ["one"] }
    }
    #expect(messages.count == 1, "\(messages)")
  }

  @Test func `Finishing reports waiting actions before running effects`() async {
    let store = makeStore()
    let task = await store.send(.wait)
    await store.send(.askTwice)
    let messages = await issues { await store.finish(timeout: .milliseconds(20)) }
    #expect(messages.count == 2)
    #expect(messages.first?.contains("The store received 2 actions") == true, "\(messages)")
    #expect(messages.last?.contains("Expected all effects to finish within") == true, "\(messages)")
    await task.cancel()
  }

  @Test func `Finishing in time passes, and finishing too late fails`() async {
    let store = makeStore()
    let task = await store.send(.wait)
    await expectIssue("Expected all effects to finish within", line: #line + 1) {
      await store.finish(timeout: .milliseconds(20))
    }
    await expectIssue("Expected the effects of this action to finish within", line: #line + 1) {
      await task.finish(timeout: .milliseconds(20))
    }
    await task.cancel()
    await store.finish()
    await task.finish()
  }

  @Test func `An effect that runs at the end is reported at its send`() async {
    await expectIssue("An effect of this action was still running", line: #line + 2) {
      let store = makeStore()
      await store.send(.wait)
    }
  }

  @Test func `Waiting actions at the end are reported at the store's creation`() async {
    await expectIssue("The store received 2 actions", line: #line + 1) {
      let store = TestStore(initialState: Tally.State()) { Tally() }
      await store.send(.askTwice)
    }
  }

  @Test func `Received actions and running effects can be skipped`() async {
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

  @Test func `Skipped effects are canceled`() async {
    let events = Events()
    let store = TestStore(initialState: Presenting.Child.State(name: "a")) {
      Presenting.Child(events: events)
    }
    await store.send(.run)
    #expect(await events.next() == "a began")
    await store.skipInFlightEffects()
    #expect(await events.next() == "a canceled")
    await store.finish()
  }

  @Test func `An effect of a received action is reported at the send before it`() async {
    await expectIssue("An effect of this action was still running", line: #line + 4) {
      let store = TestStore(initialState: Follow.State()) { Follow() }
      store.exhaustivity = .on
      await store.send(.nothing)
      await store.send(.begin)
      await store.receive(.wait)
    }
  }

  @Test func `Each of two sends is reported for its own effect`() async {
    let messages = await issues {
      let store = makeStore()
      await store.send(.wait)
      await store.send(.wait)
    }
    #expect(messages.count == 2)
    #expect(
      Set(messages) == [
        """
        An effect of this action was still running at the end of the test.

        • If it waits for a clock, advance the clock before the end of the test.
        • If it runs until the feature is removed, cancel it. Use 'await task.cancel()' with the \
        task that 'send' returns, or use 'await store.skipInFlightEffects()'.
        """
      ])
  }

  @Test func `An action that arrives while the test ends is reported`() async {
    // Timing decides whether this is reported as an action or as an effect.
    let messages = await issues {
      let store = TestStore(initialState: Follow.State()) { Follow() }
      await store.send(.hesitate)
    }
    #expect(messages.count == 1)
  }

  @Test func `An effect that has sent its last received action isn't reported`() async {
    let messages = await issues {
      for _ in 0..<200 {
        let store = TestStore(initialState: Follow.State()) { Follow() }
        await store.send(.ask)
        await store.receive(.nothing)
      }
    }
    #expect(messages == [])
  }

  @Test func `An effect that's about to return is awaited at the end`() async {
    let messages = await issues {
      for _ in 0..<5 {
        let store = TestStore(initialState: Follow.State()) { Follow() }
        await store.send(.linger)
        await store.receive(.nothing)
      }
    }
    #expect(messages == [])
  }

  @Test func `A nonexhaustive test doesn't check the end`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.askTwice)
    await store.send(.wait)
  }

  // MARK: Dismissal

  @Test func `A feature that dismisses itself is dismissed`() async {
    let store = TestStore(initialState: SignIn.State()) { SignIn() }
    #expect(!store.isDismissed)
    let task = await store.send(.exitButtonTapped)
    #expect(store.isDismissed)
    await task.finish()
  }

  @Test func `The effects of a feature that dismisses itself are canceled`() async {
    let messages = await issues {
      let store = TestStore(initialState: Leaving.State()) { Leaving() }
      await store.send(.begin)
      await store.send(.leave)
      #expect(store.isDismissed)
    }
    #expect(messages == [])
  }

  @Test func `A test can replace the dismiss dependency`() async {
    let events = Events()
    let store = TestStore(initialState: SignIn.State()) {
      SignIn()
    } withDependencies: {
      $0.dismiss = DismissEffect { events.record("dismissed") }
    }
    await store.send(.exitButtonTapped)
    #expect(await events.next() == "dismissed")
    #expect(!store.isDismissed)
  }
}

/// Leaves the executor of a test's effects, so that another thread must bring the effect back.
private func detour() async { await Task.detached {}.value }

@Reducer
private struct Follow {
  struct State: Equatable {}
  enum Action: Equatable { case nothing, begin, wait, hesitate, ask, linger }

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .nothing: .none
      case .begin: .send(.wait)
      case .hesitate:
        .run { send in
          await detour()
          await send(.nothing)
        }
      case .ask: .run { send in await send(.nothing) }
      case .linger:
        .run { send in
          await send(.nothing)
          await detour()
        }
      case .wait: .run { _ in try await Task.sleep(for: .seconds(86_400)) }
      }
    }
  }
}

@Reducer
private struct Leaving {
  struct State: Equatable {}
  enum Action: Equatable {
    case begin
    case leave
  }
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .begin: .run { _ in try await Task.never() }
      case .leave: .run { _ in await dismiss() }
      }
    }
  }
}
