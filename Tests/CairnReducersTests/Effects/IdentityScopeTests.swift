import Cairn
import CairnTesting
import Testing

/// A feature that contains itself in every possible way. Its effects run until they're canceled.
@Reducer
private struct Node {
  struct State: Equatable, Identifiable {
    var id = 0
    @Presents var presented: Node.State?
    var elements: IdentifiedArrayOf<Node.State> = []
    var stack = StackState<Node.State>()
  }
  indirect enum Action: Equatable {
    case run(String)
    case runAgain(String)
    case cancel
    case presented(PresentationAction<Node.Action>)
    case elements(IdentifiedAction<Int, Node.Action>)
    case stack(StackAction<Node.State, Node.Action>)
    case rename(Int)
    case change(Change)
  }
  enum Change: Equatable { case clear, removeGrandchild, replaceByEqual }
  let events: Events

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .run(let name):
        return .run { _ in await events.untilCancelled(name) }.cancellable(id: "id")
      case .runAgain(let name):
        return .run { _ in await events.untilCancelled(name) }
          .cancellable(id: "id", cancelInFlight: true)
      case .cancel: return .cancel(id: "id")
      case .rename(let id): state.id = id
      case .change(.clear):
        state.presented = nil
        state.elements = []
        state.stack.removeAll()
      case .change(.removeGrandchild): state.presented?.presented = nil
      case .change(.replaceByEqual): state.presented = State(id: state.presented?.id ?? 0)
      case .presented, .elements, .stack: break
      }
      return .none
    }
    .ifLet(\.$presented, action: \.presented) { Node(events: events) }
    .forEach(\.elements, action: \.elements) { Node(events: events) }
    .forEach(\.stack, action: \.stack) { Node(events: events) }
  }
}

@MainActor @Suite(.timeLimit(.minutes(30))) struct IdentityScopeTests {
  private let events = Events()

  private func makeStore() -> TestStore<Node.State, Node.Action> {
    let store = TestStore(
      initialState: Node.State(
        presented: Node.State(id: 1, presented: Node.State(id: 2)),
        elements: [Node.State(id: 3), Node.State(id: 4)],
        stack: StackState([Node.State(id: 5)]))
    ) { Node(events: events) }
    store.exhaustivity = .off
    return store
  }

  private func next(_ count: Int) async -> Set<String> {
    var result: Set<String> = []
    for _ in 0..<count {
      if let event = await events.next() { result.insert(event) }
    }
    return result
  }

  private func runAll(_ store: TestStore<Node.State, Node.Action>) async {
    await store.send(.run("root"))
    await store.send(.presented(.presented(.run("child"))))
    await store.send(.presented(.presented(.presented(.presented(.run("grandchild"))))))
    await store.send(.elements(.element(id: 3, action: .run("three"))))
    await store.send(.elements(.element(id: 4, action: .run("four"))))
    await store.send(.stack(.element(id: 0, action: .run("stack"))))
    let began = await next(6)
    #expect(began.count == 6)
  }

  @Test func `A cancel in an ancestor reaches everything below`() async {
    let store = makeStore()
    await runAll(store)
    await store.send(.cancel)
    let canceled = await next(6)
    #expect(
      canceled == [
        "root canceled", "child canceled", "grandchild canceled", "three canceled",
        "four canceled", "stack canceled",
      ])
    await store.finish()
  }

  @Test func `A cancel in a child reaches its own children only`() async {
    let store = makeStore()
    await runAll(store)
    await store.send(.presented(.presented(.cancel)))
    #expect(await next(2) == ["child canceled", "grandchild canceled"])
    await store.send(.elements(.element(id: 3, action: .cancel)))
    #expect(await next(1) == ["three canceled"])
    await store.send(.stack(.element(id: 0, action: .cancel)))
    #expect(await next(1) == ["stack canceled"])
    await store.send(.cancel)
    #expect(await next(2) == ["root canceled", "four canceled"])
    await store.finish()
  }

  @Test func `An effect with cancelInFlight cancels the feature's effects and those below`() async {
    let store = makeStore()
    await runAll(store)
    await store.send(.presented(.presented(.runAgain("again"))))
    #expect(await next(3) == ["child canceled", "grandchild canceled", "again began"])
    await store.send(.cancel)
    #expect(
      await next(5) == [
        "root canceled", "again canceled", "three canceled", "four canceled",
        "stack canceled",
      ])
    await store.finish()
  }

  @Test func `Removed children are canceled in the same turn`() async {
    let store = makeStore()
    await runAll(store)
    await store.send(.change(.removeGrandchild))
    #expect(await next(1) == ["grandchild canceled"])
    await store.send(.change(.clear))
    #expect(
      await next(4) == [
        "child canceled", "three canceled", "four canceled", "stack canceled",
      ])
    await store.send(.cancel)
    #expect(await next(1) == ["root canceled"])
    await store.finish()
  }

  @Test func `A child that changes its ID loses its effects`() async {
    let store = makeStore()
    await runAll(store)
    await store.send(.presented(.presented(.rename(9))))
    #expect(await next(2) == ["child canceled", "grandchild canceled"])
    await store.send(.cancel)
    #expect(await next(4).count == 4)
    await store.finish()
  }

  @Test func `A replacement with the same identity keeps the effects`() async {
    let store = makeStore()
    await store.send(.presented(.presented(.run("child"))))
    #expect(await events.next() == "child began")
    await store.send(.change(.replaceByEqual))
    events.record("still there")
    #expect(await events.next() == "still there")
    await store.send(.cancel)
    #expect(await events.next() == "child canceled")
    await store.finish()
  }

  @Test func `Finished effects aren't registered any more`() async {
    let isolation = CountingIsolation()
    let store = StoreIsolationContext.$current.withValue(isolation) {
      Store(initialState: EffectFeature.State()) {
        EffectFeature(
          start: { .run { send in await send(.log("a")) }.cancellable(id: 1) },
          second: { .merge(.cancel(id: 1), .cancel(id: 1)) })
      }
    }
    let task = store.send(.start)
    #expect(isolation.running == 1)
    await task.finish()
    #expect(isolation.running == 0)
    #expect(store.send(.second).isFinished)
    await store.send(.start).finish()
    #expect(store.log == ["a", "a"])
    #expect(isolation.running == 0)
  }

  @Test func `Canceled effects aren't registered any more`() async {
    let isolation = CountingIsolation()
    let events = events
    let store = StoreIsolationContext.$current.withValue(isolation) {
      Store(initialState: EffectFeature.State()) {
        EffectFeature(
          start: { .run { _ in await events.untilCancelled("a") }.cancellable(id: 1) },
          second: { .cancel(id: 1) })
      }
    }
    let task = store.send(.start)
    #expect(await events.next() == "a began")
    #expect(isolation.running == 1)
    store.send(.second)
    await task.finish()
    #expect(await events.next() == "a canceled")
    #expect(isolation.running == 0)
    #expect(task.cascade?.numberOfTasks == 0)
  }

  @Test func `Effects of a removed child aren't registered any more`() async {
    let isolation = CountingIsolation()
    let store = StoreIsolationContext.$current.withValue(isolation) {
      Store(initialState: Node.State(presented: Node.State(id: 1))) { Node(events: events) }
    }
    let task = store.send(.presented(.presented(.run("child"))))
    #expect(await events.next() == "child began")
    #expect(isolation.running == 1)
    store.send(.change(.clear))
    await task.finish()
    #expect(await events.next() == "child canceled")
    #expect(isolation.running == 0)
    #expect(task.cascade?.numberOfTasks == 0)
  }
}

/// The main actor as an isolation that counts running effects.
///
/// It's `@unchecked Sendable`, because the store changes the count under the isolation. The test reads it on the
/// main actor too.
private final class CountingIsolation: StoreIsolation, @unchecked Sendable {
  private(set) var running = 0

  func perform(_ body: @escaping @Sendable () -> Void) async { await MainActor.run(body: body) }
  func runningEffectsChanged(by difference: Int) { running += difference }
  func actionProcessed() {}
}
