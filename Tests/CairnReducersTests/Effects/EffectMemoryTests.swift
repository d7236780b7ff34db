import CairnCases
import CairnDependencies
import CairnReducers
import CairnTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(30))) struct EffectMemoryTests {
  private let events = Events()

  @Test func `A store and its finished effects are released`() async {
    final class Token: Sendable {}
    weak var token: Token?
    weak var core: AnyObject?
    do {
      let kept = Token()
      token = kept
      let store = Store(initialState: EffectFeature.State()) {
        EffectFeature(
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
    while core != nil || token != nil { await Task.yield() }
    #expect(core == nil)
    #expect(token == nil)
  }

  @Test func `A store with an endless effect is released`() async {
    let events = events
    weak var core: AnyObject?
    do {
      let store = Store(initialState: EffectFeature.State()) {
        EffectFeature(start: { .run { _ in await events.untilCancelled("a") } })
      }
      core = store.core
      store.send(.start)
      #expect(await events.next() == "a began")
    }
    #expect(await events.next() == "a canceled")
    while core != nil { await Task.yield() }
    #expect(core == nil)
  }
}
