import CairnCases
import CairnDependencies
import CairnReducers
import CairnTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(30))) struct EffectCompositionTests {
  private let events = Events()

  @Test func `Sent actions arrive in the order of their effects`() async {
    let store = effectStore {
      .merge(.send(.log("a")), .send(.log("b")), .concatenate(.send(.log("c")), .send(.log("d"))))
    }
    await store.send(.start)
    for (index, text) in ["a", "b", "c", "d"].enumerated() {
      await store.receive(.log(text)) { $0.log = Array(["a", "b", "c", "d"].prefix(index + 1)) }
    }
    await store.finish()
  }

  @Test func `Synchronous actions are processed before send returns`() {
    let store = Store(initialState: EffectFeature.State()) {
      EffectFeature(
        start: { .send(.second) }, second: { .merge(.send(.log("a")), .send(.log("b"))) })
    }
    let task = store.send(.start)
    #expect(store.log == ["a", "b"])
    #expect(task.isFinished)
  }

  @Test func `Merged effects run at the same time`() async {
    let events = events
    let store = effectStore {
      .merge(
        .run { _ in await events.untilCancelled("a") },
        .run { _ in await events.untilCancelled("b") })
    }
    let task = await store.send(.start)
    let began = [await events.next(), await events.next()].compactMap(\.self).sorted()
    #expect(began == ["a began", "b began"])
    await task.cancel()
  }

  @Test func `Concatenated effects run one after another`() async {
    let store = effectStore {
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
    await store.finish()
  }

  @Test func `A chain continues after a part that was canceled by its own ID`() async {
    let events = events
    let store = effectStore(
      second: { .cancel(id: 1) },
      start: {
        .concatenate(
          .run { _ in await events.untilCancelled("a") }.cancellable(id: 1), .send(.log("b")))
      })
    await store.send(.start)
    #expect(await events.next() == "a began")
    await store.send(.second)
    #expect(await events.next() == "a canceled")
    await store.receive(.log("b")) { $0.log = ["b"] }
    await store.finish()
  }

  @Test func `An ID around a chain cancels only the rest of that chain`() async {
    let events = events
    let store = effectStore(
      second: { .cancel(id: 1) },
      start: {
        let chain = Effect<EffectFeature.Action>.concatenate(
          .run { _ in await events.untilCancelled("a") }, .send(.log("never")))
        return .concatenate(chain.cancellable(id: 1), .send(.log("b")))
      })
    await store.send(.start)
    #expect(await events.next() == "a began")
    await store.send(.second)
    #expect(await events.next() == "a canceled")
    await store.receive(.log("b")) { $0.log = ["b"] }
    await store.finish()
  }

  @Test func `A chain ends when its feature is removed`() async {
    let events = events
    let store = effectStore(
      EffectFeature.State(left: EffectChild.State(name: "left")),
      sub: { name in
        .concatenate(
          .run { _ in await events.untilCancelled(name) }.cancellable(id: 1), .send(.done))
      })
    await store.send(.left(.presented(.start)))
    #expect(await events.next() == "left began")
    await store.send(.left(.dismiss)) { $0.left = nil }
    #expect(await events.next() == "left canceled")
    await store.finish()
  }

  @Test func `Thousands of combined effects don't overflow the stack`() async {
    // An overflow of the small stack would end this process, so the test uses a separate one.
    await #expect(processExitsWith: .success) {
      let count = 50_000
      let effects: [@Sendable () -> Effect<Bool>] = [
        { .merge((0..<count).map { _ in .send(false) }) },
        { .concatenate((0..<count).map { _ in .send(false) }) },
        { (0..<count).reduce(.none) { effect, _ in effect.merge(with: .send(false)) } },
        { (0..<count).reduce(.none) { effect, _ in .send(false).merge(with: effect) } },
        { (0..<count).reduce(.none) { effect, _ in effect.concatenate(with: .send(false)) } },
        { (0..<count).reduce(.none) { effect, _ in .send(false).concatenate(with: effect) } },
      ]
      for effect in effects {
        let store = Store(initialState: 0) {
          Reduce<Int, Bool> { count, begins in
            count += 1
            return begins ? effect() : .none
          }
        }
        await store.send(true).finish()
        precondition(store.withState { $0 } == count + 1)
        // An effect that isn't run by a store is freed too.
        _ = effect()
      }
    }
  }

  @Test func `Mapped effects transform their actions`() async {
    let store = effectStore {
      Effect<String>.run { send in await send("a") }.map { .log($0) }
    }
    await store.send(.start)
    await store.receive(.log("a")) { $0.log = ["a"] }
    await store.finish()
  }

  @Test func `Empty effects have no influence`() async {
    let store = Store(initialState: EffectFeature.State()) {
      EffectFeature(
        start: {
          let none = Effect<EffectFeature.Action>.none
          return .merge(
            none, .concatenate(none, none), none.cancellable(id: 1), none.map { $0 },
            none.debounce(id: 1, for: .seconds(60)),
            none.throttle(id: 1, for: .seconds(60), latest: true))
        },
        second: { .concatenate(.none, .send(.log("a")), .none, .merge(.none, .send(.log("b")))) })
    }
    #expect(store.send(.start).isFinished)
    #expect(store.send(.second).isFinished)
    #expect(store.log == ["a", "b"])
  }
}
