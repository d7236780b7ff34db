import Cairn
import CairnTesting
import Testing

/// Chains of a parent that contain effects of its child.
@MainActor @Suite(.timeLimit(.minutes(30))) struct ChildChainTests {
  private let events = Events()

  private func store(child: Tour.Stop.State? = Tour.Stop.State()) -> TestStoreOf<Tour> {
    TestStore(initialState: Tour.State(stop: child)) { Tour(events: events) }
  }

  @Test func `A chain continues after the child of one part is removed`() async {
    let store = store()
    await store.send(.visit)
    #expect(await events.next() == "stop began")
    await store.send(.leave) { $0.stop = nil }
    #expect(await events.next() == "stop canceled")
    await store.receive(.visited) { $0.visits = 1 }
    await store.finish()
  }

  @Test func `The part of a child that is removed in the same turn is skipped`() async {
    let store = store()
    await store.send(.visitAndLeave) { $0.stop = nil }
    await store.receive(.visited) { $0.visits = 1 }
    await store.finish()
  }

  @Test func `A child's chain ends even if another child replaces the child`() async {
    let store = Store(initialState: Tour.State(stop: Tour.Stop.State())) { Tour(events: events) }
    let task = store.send(.stop(.presented(.chain)))
    #expect(await events.next() == "stop began")
    // Both happen before the canceled effect ends.
    store.send(.replace)
    store.send(.replaceBack)
    await task.finish()
    events.record("over")
    #expect(await events.next() == "stop canceled")
    #expect(await events.next() == "over")
  }
}

@Reducer
private struct Tour {
  @Reducer
  struct Stop {
    struct State: Equatable, Identifiable { var id = 1 }
    enum Action: Equatable { case stay, chain, chained }

    let events: Events

    var body: some ReducerOf<Self> {
      Reduce { _, action in
        let stay = Effect<Action>.run { [events] _ in await events.untilCancelled("stop") }
        switch action {
        case .stay: return stay
        case .chain: return .concatenate(stay, .send(.chained))
        case .chained:
          events.record("chained")
          return .none
        }
      }
    }
  }

  struct State: Equatable {
    @Presents var stop: Stop.State?
    var visits = 0
  }
  enum Action: Equatable {
    case visit, visitAndLeave, leave, replace, replaceBack, visited
    case stop(PresentationAction<Stop.Action>)
  }

  let events: Events

  private func stay(_ state: inout State) -> Effect<Action> {
    EmptyReducer<State, Action>().ifLet(\.$stop, action: \.stop) { Stop(events: events) }
      .reduce(into: &state, action: .stop(.presented(.stay)))
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .visit: return .concatenate(stay(&state), .send(.visited))
      case .visitAndLeave:
        let stay = stay(&state)
        state.stop = nil
        return .concatenate(stay, .send(.visited))
      case .leave: state.stop = nil
      case .replace: state.stop = Stop.State(id: 2)
      case .replaceBack: state.stop = Stop.State(id: 1)
      case .visited: state.visits += 1
      case .stop: break
      }
      return .none
    }
    .ifLet(\.$stop, action: \.stop) { Stop(events: events) }
  }
}
