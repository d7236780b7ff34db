import CairnCases
import CairnDependencies
import CairnReducers
import CairnTesting
import OrderedCollections
import Testing

/// A feature whose effect is the test's.
@Reducer
private struct Effects {
  struct State: Equatable {
    var log: [String] = []
    @Presents var left: Sub.State?
    @Presents var right: Sub.State?
  }
  enum Action: Equatable {
    case start
    case second
    case log(String)
    case left(PresentationAction<Sub.Action>)
    case right(PresentationAction<Sub.Action>)
  }
  var start: @Sendable () -> Effect<Action> = { .none }
  var second: @Sendable () -> Effect<Action> = { .none }
  var sub: @Sendable (String) -> Effect<Sub.Action> = { _ in .none }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start: return start()
      case .second: return second()
      case .log(let text):
        state.log.append(text)
        return .none
      case .left, .right: return .none
      }
    }
    .ifLet(\.$left, action: \.left) { Sub(effect: sub) }
    .ifLet(\.$right, action: \.right) { Sub(effect: sub) }
  }
}

@Reducer
private struct Sub {
  struct State: Equatable { var name: String }
  enum Action: Equatable { case start, cancel, done }
  let effect: @Sendable (String) -> Effect<Action>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start: effect(state.name)
      case .cancel: .cancel(id: "id")
      case .done: .none
      }
    }
  }
}

private struct Failure: Error {}

@MainActor @Suite(.timeLimit(.minutes(1))) struct EffectTests {
  private let events = Events()
  private typealias Work = Effect<Effects.Action>

  private func makeStore(
    second: @escaping @Sendable () -> Effect<Effects.Action> = { .none },
    start: @escaping @Sendable () -> Effect<Effects.Action>
  ) -> TestStore<Effects.State, Effects.Action> {
    makeStore(Effects.State(), sub: { _ in .none }, second: second, start: start)
  }

  private func makeStore(
    _ state: Effects.State, sub: @escaping @Sendable (String) -> Effect<Sub.Action>,
    second: @escaping @Sendable () -> Effect<Effects.Action>,
    start: @escaping @Sendable () -> Effect<Effects.Action>
  ) -> TestStore<Effects.State, Effects.Action> {
    TestStore(initialState: state) { Effects(start: start, second: second, sub: sub) }
  }

  // MARK: Running

  @Test func anEffectSendsActionsInOrder() async {
    let store = makeStore {
      .run { send in
        await send(.log("a"))
        await send(.log("b"))
      }
    }
    await store.send(.start)
    await store.receive(.log("a")) { $0.log = ["a"] }
    await store.receive(.log("b")) { $0.log = ["a", "b"] }
  }

  @Test func anErrorIsCaught() async {
    let store = makeStore {
      .run { _ in
        throw Failure()
      } catch: { error, send in
        await send(.log("\(error)"))
      }
    }
    await store.send(.start)
    await store.receive(.log("Failure()")) { $0.log = ["Failure()"] }
  }

  @Test func anErrorThatIsNotCaughtReports() async {
    let store = makeStore { .run { _ in throw Failure() } }
    await expectIssue("did not catch:\n\n  Failure()") {
      await store.send(.start)
      await store.finish()
    }
  }

  @Test func cancellationErrorsAreDropped() async {
    let store = makeStore { .run { _ in throw CancellationError() } }
    await store.send(.start)
    await store.finish()
  }

  @Test func errorsAfterCancellationAreDropped() async {
    let events = events
    let store = makeStore {
      .run { _ in
        await events.untilCancelled("a")
        throw Failure()
      }
    }
    let task = await store.send(.start)
    #expect(await events.next() == "a began")
    await task.cancel()
    #expect(await events.next() == "a cancelled")
  }

  @Test func nothingIsSentAfterCancellation() async {
    let events = events
    let store = makeStore {
      .run { send in
        await events.untilCancelled("a")
        await send(.log("late"))
      }
    }
    let task = await store.send(.start)
    #expect(await events.next() == "a began")
    await task.cancel()
    await store.finish()
    #expect(task.isCancelled)
  }

  @Test func sendingAfterTheEndReports() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Send<Effects.Action>.self)
    let store = makeStore { .run { send in continuation.yield(send) } }
    await store.send(.start)
    await store.finish()
    await expectIssue("after it had ended") {
      for await send in stream {
        await send(.log("late"))
        break
      }
    }
  }

  // MARK: Composition

  @Test func sentActionsComeInTheOrderOfTheirEffects() async {
    let store = makeStore {
      .merge(.send(.log("a")), .send(.log("b")), .concatenate(.send(.log("c")), .send(.log("d"))))
    }
    await store.send(.start)
    for (index, text) in ["a", "b", "c", "d"].enumerated() {
      await store.receive(.log(text)) { $0.log = Array(["a", "b", "c", "d"].prefix(index + 1)) }
    }
  }

  @Test func actionsAreProcessedBeforeSendReturns() {
    let store = Store(initialState: Effects.State()) {
      Effects(
        start: { .send(.second) }, second: { .merge(.send(.log("a")), .send(.log("b"))) })
    }
    let task = store.send(.start)
    #expect(store.log == ["a", "b"])
    #expect(task.isFinished)
  }

  @Test func mergedEffectsRunAtTheSameTime() async {
    let events = events
    let store = makeStore {
      .merge(
        .run { _ in await events.untilCancelled("a") },
        .run { _ in await events.untilCancelled("b") })
    }
    let task = await store.send(.start)
    let began = [await events.next(), await events.next()].compactMap(\.self).sorted()
    #expect(began == ["a began", "b began"])
    await task.cancel()
  }

  @Test func concatenatedEffectsRunOneAfterAnother() async {
    let store = makeStore {
      .concatenate(
        .run { send in
          await Task.yield()
          await send(.log("a"))
        },
        .send(.log("b")), .run { send in await send(.log("c")) })
    }
    await store.send(.start)
    await store.receive(.log("a")) { $0.log = ["a"] }
    await store.receive(.log("b")) { $0.log = ["a", "b"] }
    await store.receive(.log("c")) { $0.log = ["a", "b", "c"] }
  }

  @Test func cancellingOneOfAChainCancelsTheRest() async {
    let events = events
    let store = makeStore(
      second: { .cancel(id: 1) },
      start: {
        .concatenate(
          .run { _ in await events.untilCancelled("a") }.cancellable(id: 1), .send(.log("b")))
      })
    await store.send(.start)
    #expect(await events.next() == "a began")
    await store.send(.second)
    #expect(await events.next() == "a cancelled")
    await store.finish()
  }

  @Test func mappedEffectsTransformTheirActions() async {
    let store = makeStore {
      Effect<String>.run { send in await send("a") }.map { .log($0) }
    }
    await store.send(.start)
    await store.receive(.log("a")) { $0.log = ["a"] }
  }

  // MARK: Cancellation

  @Test func anIdCancelsAllThatRunUnderIt() async {
    let events = events
    let store = makeStore(
      second: { .merge(.cancel(id: "id"), .cancel(id: "id")) },
      start: {
        .run { _ in await events.untilCancelled("a") }.cancellable(id: "id")
      })
    await store.send(.start)
    #expect(await events.next() == "a began")
    await store.send(.start)
    #expect(await events.next() == "a began")
    await store.send(.second)
    #expect(await events.next() == "a cancelled")
    #expect(await events.next() == "a cancelled")
    await store.finish()
  }

  @Test func idsCompareByTypeAndValue() async {
    let events = events
    let store = makeStore(
      second: { .cancel(id: Int8(1)) },
      start: {
        .run { _ in await events.untilCancelled("a") }.cancellable(id: 1)
      })
    let task = await store.send(.start)
    #expect(await events.next() == "a began")
    await store.send(.second)
    events.record("still there")
    #expect(await events.next() == "still there")
    await task.cancel()
  }

  @Test func cancelInFlightCancelsTheOneBefore() async {
    let events = events
    let store = makeStore {
      .run { _ in await events.untilCancelled("a") }.cancellable(id: 1, cancelInFlight: true)
    }
    await store.send(.start)
    #expect(await events.next() == "a began")
    let task = await store.send(.start)
    let two = [await events.next(), await events.next()].compactMap(\.self).sorted()
    #expect(two == ["a began", "a cancelled"])
    await task.cancel()
  }

  @Test func cancellationTakesPlaceWhenTheEffectRuns() async {
    let events = events
    let store = makeStore(
      second: {
        // Made before, never returned: it must do nothing.
        _ = Work.cancel(id: 1)
        return .none
      },
      start: {
        .run { _ in await events.untilCancelled("a") }.cancellable(id: 1)
      })
    let task = await store.send(.start)
    #expect(await events.next() == "a began")
    await store.send(.second)
    events.record("still there")
    #expect(await events.next() == "still there")
    await task.cancel()
  }

  @Test func cancelBeforeRunDoesNotReachWhatStartsLater() async {
    let store = makeStore {
      .concatenate(
        .cancel(id: 1), .run { send in await send(.log("a")) }.cancellable(id: 1))
    }
    await store.send(.start)
    await store.receive(.log("a")) { $0.log = ["a"] }
  }

  @Test func aChildReachesNeitherItsSiblingNorItsParentAndTheParentReachesBoth() async {
    let events = events
    let state = Effects.State(left: Sub.State(name: "left"), right: Sub.State(name: "right"))
    let store = makeStore(
      state,
      sub: { name in .run { _ in await events.untilCancelled(name) }.cancellable(id: "id") },
      second: { .cancel(id: "id") },
      start: {
        .run { _ in await events.untilCancelled("parent") }.cancellable(id: "id")
      })
    await store.send(.start)
    #expect(await events.next() == "parent began")
    await store.send(.left(.presented(.start)))
    #expect(await events.next() == "left began")
    await store.send(.right(.presented(.start)))
    #expect(await events.next() == "right began")
    await store.send(.left(.presented(.cancel)))
    #expect(await events.next() == "left cancelled")
    events.record("only the left one")
    #expect(await events.next() == "only the left one")
    await store.send(.second)
    let two = [await events.next(), await events.next()].compactMap(\.self).sorted()
    #expect(two == ["parent cancelled", "right cancelled"])
    await store.finish()
  }

  @Test func storesDoNotShareIds() async {
    let events = events
    let first = makeStore {
      .run { _ in await events.untilCancelled("a") }.cancellable(id: 1)
    }
    let second = makeStore { .cancel(id: 1) }
    let task = await first.send(.start)
    #expect(await events.next() == "a began")
    await second.send(.start)
    events.record("still there")
    #expect(await events.next() == "still there")
    await task.cancel()
  }

  // MARK: Tasks of a store

  @Test func aTaskEndsWithAllThatFollowed() async {
    let store = Store(initialState: Effects.State()) {
      Effects(
        start: { .run { send in await send(.second) } },
        second: {
          .run { send in
            await Task.yield()
            await send(.log("last"))
          }
        })
    }
    let task = store.send(.start)
    #expect(!task.isFinished)
    await task.finish()
    #expect(store.log == ["last"])
    #expect(task.isFinished)
    #expect(store.send(.log("nothing")).isFinished)
  }

  @Test func cancellingATaskCancelsOnlyWhatFollowedFromIt() async {
    let events = events
    let store = Store(initialState: Effects.State()) {
      Effects(
        start: { .run { _ in await events.untilCancelled("first") } },
        second: { .run { _ in await events.untilCancelled("second") } })
    }
    let first = store.send(.start)
    #expect(await events.next() == "first began")
    let second = store.send(.second)
    #expect(await events.next() == "second began")
    first.cancel()
    #expect(await events.next() == "first cancelled")
    await first.finish()
    #expect(first.isCancelled && !second.isCancelled)
    #expect(!second.isFinished)
    second.cancel()
    await second.finish()
  }

  @Test func cancellingTheWaitCancelsTheEffects() async {
    let events = events
    let store = Store(initialState: Effects.State()) {
      Effects(start: { .run { _ in await events.untilCancelled("a") } })
    }
    let task = store.send(.start)
    #expect(await events.next() == "a began")
    let waiting = Task { await task.finish() }
    waiting.cancel()
    #expect(await events.next() == "a cancelled")
    await waiting.value
    #expect(task.isFinished)
  }

  // MARK: Memory

  @Test func aStoreAndItsEffectsAreReleased() async {
    final class Token: Sendable {}
    weak var token: Token?
    weak var core: AnyObject?
    do {
      let kept = Token()
      token = kept
      let store = Store(initialState: Effects.State()) {
        Effects(
          start: {
            .run { send in
              await send(.log("a"))
              _ = kept
            }
          })
      }
      core = store.core
      await store.send(.start).finish()
      #expect(store.log == ["a"])
      #expect(token != nil)
    }
    for _ in 0..<100 where core != nil || token != nil { await Task.yield() }
    #expect(core == nil)
    #expect(token == nil)
  }

  @Test func aStoreWhoseEffectRunsForEverIsReleased() async {
    let events = events
    weak var core: AnyObject?
    do {
      let store = Store(initialState: Effects.State()) {
        Effects(start: { .run { _ in await events.untilCancelled("a") } })
      }
      core = store.core
      store.send(.start)
      #expect(await events.next() == "a began")
    }
    #expect(await events.next() == "a cancelled")
    for _ in 0..<100 where core != nil { await Task.yield() }
    #expect(core == nil)
  }
}
