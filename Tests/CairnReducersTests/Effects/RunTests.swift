import CairnCases
import CairnDependencies
import CairnReducers
import CairnTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(30))) struct RunTests {
  private let events = Events()

  @Test func `An effect sends actions in order`() async {
    let store = effectStore {
      .run { send in
        await send(.log("a"))
        await send(.log("b"))
      }
    }
    await store.send(.start)
    await store.receive(.log("a")) { $0.log = ["a"] }
    await store.receive(.log("b")) { $0.log = ["a", "b"] }
    await store.finish()
  }

  @Test func `An error is passed to the catch handler`() async {
    let store = effectStore {
      .run { _ in
        throw EffectFailure()
      } catch: { error, send in
        await send(.log("\(error)"))
      }
    }
    await store.send(.start)
    await store.receive(.log("EffectFailure()")) { $0.log = ["EffectFailure()"] }
    await store.finish()
  }

  @Test func `An uncaught error is reported`() async {
    let store = effectStore { .run { _ in throw EffectFailure() } }
    await expectIssue("unhandled error:\n\n  EffectFailure()") {
      await store.send(.start)
      await store.finish()
    }
  }

  @Test func `Cancellation errors are dropped`() async {
    let store = effectStore { .run { _ in throw CancellationError() } }
    await store.send(.start)
    await store.finish()
  }

  @Test func `Errors after a cancellation are dropped`() async {
    let events = events
    let store = effectStore {
      .run { _ in
        await events.untilCancelled("a")
        throw EffectFailure()
      }
    }
    let task = await store.send(.start)
    #expect(await events.next() == "a began")
    await task.cancel()
    #expect(await events.next() == "a canceled")
  }

  @Test func `Cancellation errors don't reach the catch handler`() async {
    let events = events
    let store = effectStore {
      .run { _ in
        throw CancellationError()
      } catch: { _, _ in
        events.record("caught")
      }
    }
    await store.send(.start)
    await store.finish()
    events.record("nothing before")
    #expect(await events.next() == "nothing before")
  }

  @Test func `Errors after a cancellation don't reach the catch handler`() async {
    let events = events
    let store = effectStore(
      second: { .cancel(id: 1) },
      start: {
        .run { _ in
          await events.untilCancelled("a")
          throw EffectFailure()
        } catch: { _, _ in
          events.record("caught")
        }
        .cancellable(id: 1)
      })
    for isCancelledByID in [false, true] {
      let task = await store.send(.start)
      #expect(await events.next() == "a began")
      if isCancelledByID { await store.send(.second) } else { await task.cancel() }
      #expect(await events.next() == "a canceled")
      await task.finish()
      events.record("nothing before")
      #expect(await events.next() == "nothing before")
    }
  }

  @Test func `A canceled effect sends no further action`() async {
    let events = events
    let store = effectStore {
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

  @Test func `Sending after the end of the effect is reported`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Send<EffectFeature.Action>.self)
    let store = effectStore { .run { send in continuation.yield(send) } }
    await store.send(.start)
    await store.finish()
    await expectIssue("sent from a completed effect") {
      for await send in stream {
        await send(.log("late"))
        break
      }
    }
  }

  @Test func `A detached task of a canceled effect sends no further action`() async {
    let events = events
    let store = Store(initialState: EffectFeature.State()) {
      EffectFeature(start: {
        .run { send in
          // A detached task doesn't see the cancellation of the effect.
          let own = Task.detached { [events] in
            #expect(await events.next() == "canceled")
            await send(.log("late"))
          }
          await own.value
        }
      })
    }
    let task = store.send(.start)
    task.cancel()
    events.record("canceled")
    await task.finish()
    #expect(store.log == [])
  }
}
