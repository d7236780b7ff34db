import Cairn
import Dispatch
import Testing

/// A store that's made outside an actor has its own lock.
@Suite(.timeLimit(.minutes(30))) struct NonisolatedStoreTests {
  @Test func `Actions of concurrent effects and of the store don't get lost`() async {
    let store = Store(initialState: Flood.State()) { Flood() }
    for _ in 0..<50 {
      let tasks = (0..<20).map { _ in store.send(.begin) }
      for _ in 0..<20 { store.send(.count) }
      for task in tasks { await task.finish() }
    }
    #expect(store.state.count == 50 * (20 * 10 + 20))
  }

  @Test func `Scoped stores use the lock of their root store`() async {
    let store = Store(initialState: Flood.Pair.State()) { Flood.Pair() }
    let first = store.scope(\.first, action: \.first)
    let second = store.scope(\.second, action: \.second)
    let tasks = (0..<100).flatMap { _ in [first.send(.begin), second.send(.begin)] }
    for _ in 0..<1000 { #expect(first.state.count <= 1000) }
    for task in tasks { await task.finish() }
    #expect(first.state.count == 1000)
    #expect(second.state.count == 1000)
  }

  @Test func `Effects of a nonisolated store don't use the main actor`() async {
    // The test uses a separate process, so that other code doesn't wait for the main actor.
    await #expect(processExitsWith: .success) {
      let isOver = DispatchSemaphore(value: 0)
      let wasOver = LockIsolated(false)
      await withCheckedContinuation { isBlocked in
        DispatchQueue.main.async {
          isBlocked.resume()
          // The main actor is blocked until then.
          wasOver.setValue(isOver.wait(timeout: .now() + 60) == .success)
        }
      }
      let store = Store(initialState: Flood.State()) { Flood() }
      await store.send(.begin).finish()
      isOver.signal()
      await MainActor.run { precondition(wasOver.value && store.state.count == 10) }
    }
  }

  @MainActor @Test func `A store made on the main actor processes effects there`() async {
    let store = Store(initialState: Flood.State()) { Flood() }
    let task = store.send(.begin)
    // The effect can't run before the test waits.
    #expect(store.state.count == 0)
    await task.finish()
    #expect(store.state.count == 10)
  }
}

@Reducer
private struct Flood {
  struct State: Equatable { var count = 0 }
  enum Action { case begin, count }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .begin: return .run { send in for _ in 0..<10 { await send(.count) } }
      case .count:
        state.count += 1
        return .none
      }
    }
  }

  @Reducer
  struct Pair {
    struct State: Equatable {
      var first = Flood.State()
      var second = Flood.State()
    }
    enum Action {
      case first(Flood.Action)
      case second(Flood.Action)
    }

    var body: some ReducerOf<Self> {
      Scope(\.first, action: \.first) { Flood() }
      Scope(\.second, action: \.second) { Flood() }
    }
  }
}
