import CairnCases
import CairnDependencies
import CairnReducers
import CairnTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(30))) struct StoreTaskTests {
  private let events = Events()

  @Test func `A task ends when everything that followed has ended`() async {
    let store = Store(initialState: EffectFeature.State()) {
      EffectFeature(
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

  @Test func `Canceling a task cancels only effects that followed from its action`() async {
    let events = events
    let store = Store(initialState: EffectFeature.State()) {
      EffectFeature(
        start: { .run { _ in await events.untilCancelled("first") } },
        second: { .run { _ in await events.untilCancelled("second") } })
    }
    let first = store.send(.start)
    #expect(await events.next() == "first began")
    let second = store.send(.second)
    #expect(await events.next() == "second began")
    first.cancel()
    #expect(await events.next() == "first canceled")
    await first.finish()
    #expect(first.isCancelled && !second.isCancelled)
    #expect(!second.isFinished)
    second.cancel()
    await second.finish()
  }

  @Test func `Canceling the wait for a task cancels its effects`() async {
    let events = events
    let store = Store(initialState: EffectFeature.State()) {
      EffectFeature(start: { .run { _ in await events.untilCancelled("a") } })
    }
    let task = store.send(.start)
    #expect(await events.next() == "a began")
    let waiting = Task { await task.finish() }
    waiting.cancel()
    #expect(await events.next() == "a canceled")
    await waiting.value
    #expect(task.isFinished)
  }

  @Test func `Equal actions have separate tasks`() async {
    let events = events
    let store = Store(initialState: EffectFeature.State()) {
      EffectFeature(start: { .run { _ in await events.untilCancelled("a") } })
    }
    let first = store.send(.start)
    #expect(await events.next() == "a began")
    let second = store.send(.start)
    #expect(await events.next() == "a began")
    first.cancel()
    #expect(await events.next() == "a canceled")
    await first.finish()
    #expect(first.isFinished && !second.isFinished)
    second.cancel()
    await second.finish()
  }

  @Test func `Canceling a task cancels the effects of actions that its effects sent`() async {
    let events = events
    let store = Store(initialState: EffectFeature.State()) {
      EffectFeature(
        start: { .run { send in await send(.second) } },
        second: { .run { _ in await events.untilCancelled("later") } })
    }
    let task = store.send(.start)
    #expect(await events.next() == "later began")
    task.cancel()
    #expect(await events.next() == "later canceled")
    await task.finish()
  }

  @Test func `A task without effects is finished and not canceled`() async {
    let store = Store(initialState: EffectFeature.State()) { EffectFeature() }
    let task = store.send(.log("a"))
    #expect(task.isFinished && !task.isCancelled)
    await task.finish()
    task.cancel()
    #expect(!task.isCancelled)
  }

  @Test func `A long task forgets effects that have ended`() async {
    let events = events
    let store = Store(initialState: EffectFeature.State()) {
      EffectFeature(
        start: {
          .run { send in
            for _ in 0..<50 { await send(.second) }
            await events.untilCancelled("timer")
          }
        },
        second: { .run { send in await send(.log("tick")) } })
    }
    let task = store.send(.start)
    #expect(await events.next() == "timer began")
    while store.log.count < 50 || (task.cascade?.numberOfTasks ?? 0) > 1 { await Task.yield() }
    #expect(task.cascade?.numberOfTasks == 1)
    task.cancel()
    await task.finish()
  }
}
