import CairnCases
import CairnDependencies
import CairnReducers
import CairnTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(30))) struct CancellationTests {
  private let events = Events()

  @Test func `An ID cancels all effects that run under it`() async {
    let events = events
    let store = effectStore(
      second: { .merge(.cancel(id: "id"), .cancel(id: "id")) },
      start: {
        .run { _ in await events.untilCancelled("a") }.cancellable(id: "id")
      })
    await store.send(.start)
    #expect(await events.next() == "a began")
    await store.send(.start)
    #expect(await events.next() == "a began")
    await store.send(.second)
    #expect(await events.next() == "a canceled")
    #expect(await events.next() == "a canceled")
    await store.finish()
  }

  @Test func `Cancellation IDs are compared by type and value`() async {
    let events = events
    let store = effectStore(
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

  @Test func `An effect with cancelInFlight cancels the previous one`() async {
    let events = events
    let store = effectStore {
      .run { _ in await events.untilCancelled("a") }.cancellable(id: 1, cancelInFlight: true)
    }
    await store.send(.start)
    #expect(await events.next() == "a began")
    let task = await store.send(.start)
    let two = [await events.next(), await events.next()].compactMap(\.self).sorted()
    #expect(two == ["a began", "a canceled"])
    await task.cancel()
  }

  @Test func `A cancel effect acts only when it runs`() async {
    let events = events
    let store = effectStore(
      second: {
        // This effect isn't returned, so it must do nothing.
        _ = Effect<EffectFeature.Action>.cancel(id: 1)
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

  @Test func `A cancel effect doesn't affect effects that start later`() async {
    let store = effectStore {
      .concatenate(
        .cancel(id: 1), .run { send in await send(.log("a")) }.cancellable(id: 1))
    }
    await store.send(.start)
    await store.receive(.log("a")) { $0.log = ["a"] }
    await store.finish()
  }

  @Test func `A cancel reaches children, but no siblings or parents`() async {
    let events = events
    let state = EffectFeature.State(
      left: EffectChild.State(name: "left"), right: EffectChild.State(name: "right"))
    let store = effectStore(
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
    #expect(await events.next() == "left canceled")
    events.record("only the left one")
    #expect(await events.next() == "only the left one")
    await store.send(.second)
    let two = [await events.next(), await events.next()].compactMap(\.self).sorted()
    #expect(two == ["parent canceled", "right canceled"])
    await store.finish()
  }

  @Test func `Stores don't share cancellation IDs`() async {
    let events = events
    let first = effectStore {
      .run { _ in await events.untilCancelled("a") }.cancellable(id: 1)
    }
    let second = effectStore { .cancel(id: 1) }
    let task = await first.send(.start)
    #expect(await events.next() == "a began")
    await second.send(.start)
    events.record("still there")
    #expect(await events.next() == "still there")
    await task.cancel()
  }
}
