import Cairn
import CairnTesting
import Testing

@Reducer
private struct Typing {
  struct State: Equatable {
    var seen: [Int] = []
    @Presents var child: TypingChild.State?
  }
  enum Action: Equatable {
    case typed(Int)
    case cancel
    case seen(Int)
    case child(PresentationAction<TypingChild.Action>)
    case closeChild
  }
  enum CancelID { case typing }

  let effect: @Sendable (Int) -> Effect<Action>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .typed(let number): return effect(number)
      case .cancel: return .cancel(id: CancelID.typing)
      case .seen(let number): state.seen.append(number)
      case .closeChild: state.child = nil
      case .child: break
      }
      return .none
    }
    .ifLet(\.$child, action: \.child) { TypingChild() }
  }
}

@Reducer
private struct TypingChild {
  struct State: Equatable { var seen: [Int] = [] }
  enum Action: Equatable {
    case typed(Int)
    case seen(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .typed(let number):
        return .send(.seen(number))
          .throttle(id: Typing.CancelID.typing, for: .seconds(1), latest: true)
      case .seen(let number):
        state.seen.append(number)
        return .none
      }
    }
  }
}

@MainActor @Suite(.timeLimit(.minutes(30))) struct PauseTests {
  private let clock = TestClock()

  private func makeStore(
    child: TypingChild.State? = nil,
    _ effect: @escaping @Sendable (Int) -> Effect<Typing.Action> = { _ in .none }
  ) -> TestStore<Typing.State, Typing.Action> {
    TestStore(initialState: Typing.State(child: child)) {
      Typing(effect: effect)
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  // MARK: Debounce

  @Test func `Only the latest debounced effect runs, after the pause`() async {
    let store = makeStore {
      .send(.seen($0)).debounce(id: Typing.CancelID.typing, for: .seconds(1))
    }
    await store.send(.typed(1))
    await clock.advance(by: .milliseconds(900))
    await store.send(.typed(2))
    await clock.advance(by: .milliseconds(900))
    await store.send(.typed(3))
    await clock.advance(by: .seconds(1))
    await store.receive(.seen(3)) { $0.seen = [3] }
    await store.send(.typed(4))
    await clock.advance(by: .seconds(1))
    await store.receive(.seen(4)) { $0.seen = [3, 4] }
    await store.finish()
  }

  @Test func `A debounced effect is canceled by its ID`() async {
    let store = makeStore {
      .send(.seen($0)).debounce(id: Typing.CancelID.typing, for: .seconds(1))
    }
    await store.send(.typed(1))
    await store.send(.cancel)
    await clock.advance(by: .seconds(2))
    await store.finish()
  }

  @Test func `The next effect cancels a debounced effect that has begun`() async {
    let events = Events()
    let store = makeStore { number in
      .run { _ in await events.untilCancelled("\(number)") }
        .debounce(id: Typing.CancelID.typing, for: .seconds(1))
    }
    await store.send(.typed(1))
    await clock.advance(by: .seconds(1))
    #expect(await events.next() == "1 began")
    await store.send(.typed(2))
    #expect(await events.next() == "1 canceled")
    await store.send(.cancel)
    await store.finish()
  }

  @Test func `A clock passed to debounce is used instead of the dependency`() async {
    let own = TestClock()
    let store = makeStore {
      .send(.seen($0)).debounce(id: Typing.CancelID.typing, for: .seconds(1), clock: own)
    }
    await store.send(.typed(1))
    await own.advance(by: .seconds(1))
    await store.receive(.seen(1)) { $0.seen = [1] }
    await store.finish()
  }

  // MARK: Throttle

  @Test func `Throttling sends the first action at once, and then the latest per interval`() async {
    let store = makeStore {
      .send(.seen($0)).throttle(id: Typing.CancelID.typing, for: .seconds(1), latest: true)
    }
    await store.send(.typed(1))
    await store.receive(.seen(1)) { $0.seen = [1] }
    await store.send(.typed(2))
    await clock.advance(by: .milliseconds(500))
    await store.send(.typed(3))
    await clock.advance(by: .milliseconds(500))
    await store.receive(.seen(3)) { $0.seen = [1, 3] }
    // The action began a new interval.
    await store.send(.typed(4))
    await clock.advance(by: .milliseconds(999))
    await clock.advance(by: .milliseconds(1))
    await store.receive(.seen(4)) { $0.seen = [1, 3, 4] }
    await clock.advance(by: .seconds(1))
    await store.send(.typed(5))
    await store.receive(.seen(5)) { $0.seen = [1, 3, 4, 5] }
    await store.finish()
  }

  @Test func `Throttling without latest sends the first action of each interval`() async {
    let store = makeStore {
      .send(.seen($0)).throttle(id: Typing.CancelID.typing, for: .seconds(1), latest: false)
    }
    await store.send(.typed(1))
    await store.receive(.seen(1)) { $0.seen = [1] }
    await store.send(.typed(2))
    await store.send(.typed(3))
    await clock.advance(by: .seconds(1))
    await store.receive(.seen(2)) { $0.seen = [1, 2] }
    await clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test func `Throttling applies to the actions of a single effect`() async {
    let store = makeStore { number in
      .run { send in
        await send(.seen(number))
        await send(.seen(number + 1))
        await send(.seen(number + 2))
      }
      .throttle(id: Typing.CancelID.typing, for: .seconds(1), latest: true)
    }
    await store.send(.typed(1))
    await store.receive(.seen(1)) { $0.seen = [1] }
    await clock.advance(by: .seconds(1))
    await store.receive(.seen(3)) { $0.seen = [1, 3] }
    await store.finish()
  }

  @Test func `Canceling drops the held action`() async {
    let store = makeStore {
      .send(.seen($0)).throttle(id: Typing.CancelID.typing, for: .seconds(1), latest: false)
    }
    await store.send(.typed(1))
    await store.receive(.seen(1)) { $0.seen = [1] }
    await store.send(.typed(2))
    await store.send(.cancel)
    await store.send(.typed(3))
    await clock.advance(by: .seconds(1))
    await store.receive(.seen(3)) { $0.seen = [1, 3] }
    await store.finish()
  }

  @Test func `Removing the feature drops its held action`() async {
    let store = makeStore(child: TypingChild.State())
    await store.send(.child(.presented(.typed(1))))
    await store.receive(.child(.presented(.seen(1)))) { $0.child?.seen = [1] }
    await store.send(.child(.presented(.typed(2))))
    await store.send(.closeChild) { $0.child = nil }
    await clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test func `Each feature and each store throttles separately`() async {
    let store = makeStore(child: TypingChild.State()) {
      .send(.seen($0)).throttle(id: Typing.CancelID.typing, for: .seconds(1), latest: true)
    }
    await store.send(.typed(1))
    await store.receive(.seen(1)) { $0.seen = [1] }
    await store.send(.child(.presented(.typed(2))))
    await store.receive(.child(.presented(.seen(2)))) { $0.child?.seen = [2] }
    let other = makeStore {
      .send(.seen($0)).throttle(id: Typing.CancelID.typing, for: .seconds(1), latest: true)
    }
    await other.send(.typed(3))
    await other.receive(.seen(3)) { $0.seen = [3] }
    await store.finish()
  }
}
