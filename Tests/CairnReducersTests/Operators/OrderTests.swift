import Cairn
import CairnTesting
import Testing

@Reducer
private struct Step {
  struct State: Equatable, Identifiable {
    var id = 1
    var log: [String] = []
  }
  enum Action: Equatable {
    case run, leave, seen, cancel
    case become(Int)
  }
  let events: Events

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.log.append("\(action)")
      switch action {
      case .run:
        return .run { [id = state.id] _ in await events.untilCancelled("child \(id)") }
          .cancellable(id: "id")
      // The parent removes the child in this turn, so these effects must not run.
      case .leave:
        return .merge(
          .send(.seen), .run { _ in events.record("too late") },
          .concatenate(.send(.seen), .run { send in await send(.seen) }))
      case .cancel: return .cancel(id: "id")
      case .become(let id):
        state.id = id
        return .none
      case .seen: return .none
      }
    }
  }
}

@Reducer
private struct Steps {
  @CasePathable
  enum Place: Equatable {
    case step(Step.State)
    case elsewhere
  }
  @Reducer
  struct AtPlace {
    typealias State = Place
    enum Action: Equatable { case step(Step.Action) }
    let events: Events
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if action == .step(.leave) { state = .elsewhere }
        return .none
      }
      .ifCaseLet(\.step, action: \.step) { Step(events: events) }
    }
  }
  struct State: Equatable {
    var optional: Step.State? = Step.State()
    var elements: IdentifiedArrayOf<Step.State> = [Step.State(id: 2)]
    var place = Place.step(Step.State(id: 3))
    /// The child actions that the parent saw.
    var seen: [String] = []
  }
  enum Action: Equatable {
    case optional(Step.Action)
    case elements(IdentifiedActionOf<Step>)
    case place(AtPlace.Action)
    case run, cancel
    case replace(Int)
  }
  let events: Events

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .optional(let action):
        state.seen += state.optional?.log ?? ["gone"]
        if action == .leave { state.optional = nil }
      case .elements(.element(let id, let action)):
        state.seen += state.elements[id: id]?.log ?? ["gone"]
        if action == .leave { state.elements.remove(id: id) }
      case .place: break
      case .replace(let id):
        state.optional = Step.State(id: id)
        state.place = .step(Step.State(id: id))
      case .run:
        return .run { _ in await events.untilCancelled("parent") }.cancellable(id: "id")
      case .cancel: return .cancel(id: "id")
      }
      return .none
    }
    .ifLet(\.optional, action: \.optional) { Step(events: events) }
    .forEach(\.elements, action: \.elements) { Step(events: events) }
    Scope(state: \.place, action: \.place) { AtPlace(events: events) }
  }
}

@MainActor @Suite(.timeLimit(.minutes(30))) struct OrderTests {
  private let events = Events()

  private func makeStore() -> TestStore<Steps.State, Steps.Action> {
    TestStore(initialState: Steps.State()) { Steps(events: events) }
  }

  @Test func `The child runs before its parent`() async {
    let store = makeStore()
    await store.send(\.optional.seen) {
      $0.optional?.log = ["seen"]
      $0.seen = ["seen"]
    }
    await store.send(\.elements[id: 2].seen) {
      $0.elements[id: 2]?.log = ["seen"]
      $0.seen = ["seen", "seen"]
    }
  }

  @Test func `Effects of the turn that removes their child are dropped`() async {
    let store = makeStore()
    await store.send(\.optional.leave) {
      $0.optional = nil
      $0.seen = ["leave"]
    }
    await store.send(\.elements[id: 2].leave) {
      $0.elements = []
      $0.seen = ["leave", "leave"]
    }
    await store.send(\.place.step.leave) { $0.place = .elsewhere }
    await store.finish()
    events.record("nothing before")
    #expect(await events.next() == "nothing before")
  }

  @Test func `A child that changes its ID loses its effects`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(\.optional.run)
    #expect(await events.next() == "child 1 began")
    await store.send(\.optional.become, 4)
    #expect(await events.next() == "child 1 canceled")
    await store.send(\.place.step.run)
    #expect(await events.next() == "child 3 began")
    await store.send(\.place.step.become, 5)
    #expect(await events.next() == "child 3 canceled")
    await store.finish()
  }

  @Test func `A replaced child keeps its effects only under the same ID`() async {
    let store = makeStore()
    store.exhaustivity = .off
    let places: [(Step.Action) -> Steps.Action] = [{ .optional($0) }, { .place(.step($0)) }]
    for place in places {
      await store.send(.replace(6))
      await store.send(place(.run))
      #expect(await events.next() == "child 6 began")
      await store.send(.replace(7))
      #expect(await events.next() == "child 6 canceled")
      await store.send(place(.run))
      #expect(await events.next() == "child 7 began")
      await store.send(.replace(7))
      // This fails if no effect is running.
      await store.skipInFlightEffects()
      #expect(await events.next() == "child 7 canceled")
      await store.finish()
    }
  }

  @Test func `Each child has its own cancellation IDs`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.run)
    #expect(await events.next() == "parent began")
    await store.send(\.optional.run)
    #expect(await events.next() == "child 1 began")
    await store.send(\.elements[id: 2].run)
    #expect(await events.next() == "child 2 began")
    await store.send(\.place.step.run)
    #expect(await events.next() == "child 3 began")
    await store.send(\.place.step.cancel)
    #expect(await events.next() == "child 3 canceled")
    await store.send(\.elements[id: 2].cancel)
    #expect(await events.next() == "child 2 canceled")
    await store.send(\.optional.cancel)
    #expect(await events.next() == "child 1 canceled")
    events.record("not the parent")
    #expect(await events.next() == "not the parent")
    await store.send(.cancel)
    #expect(await events.next() == "parent canceled")
    await store.finish()
  }
}
