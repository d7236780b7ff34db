import CairnCases
import CairnDependencies
import CairnReducers
import CairnTesting
import Testing

private typealias Child = Presenting.Child
private typealias IdentifiedChild = Presenting.IdentifiedChild
private typealias Parent = Presenting.Parent

@MainActor @Suite(.timeLimit(.minutes(30))) struct PresentedEffectTests {
  private let events = Events()

  private func makeStore(
    _ state: Parent.State = Parent.State()
  ) -> TestStore<Parent.State, Parent.Action> {
    let store = TestStore(initialState: state) { Parent(events: events) }
    store.exhaustivity = .off
    return store
  }

  @Test func `Dismissal cancels the effects`() async {
    let store = makeStore(Parent.State(child: Child.State(name: "a")))
    await store.send(.child(.presented(.run)))
    #expect(await events.next() == "a began")
    await store.send(.child(.dismiss)) { $0.child = nil }
    #expect(await events.next() == "a canceled")
    await store.finish()
  }

  @Test func `Setting the state to nil cancels the effects`() async {
    let store = makeStore(Parent.State(child: Child.State(name: "a")))
    await store.send(.child(.presented(.run)))
    #expect(await events.next() == "a began")
    await store.send(.set(nil)) { $0.child = nil }
    #expect(await events.next() == "a canceled")
    await store.finish()
  }

  @Test func `A new identity cancels the effects`() async {
    let store = makeStore(Parent.State(identified: IdentifiedChild.State(id: 1)))
    await store.send(.identified(.presented(.run)))
    #expect(await events.next() == "1 began")
    await store.send(.setIdentified(IdentifiedChild.State(id: 2)))
    #expect(await events.next() == "1 canceled")
    await store.send(.identified(.presented(.run)))
    #expect(await events.next() == "2 began")
    await store.send(.identified(.presented(.becomes(3))))
    #expect(await events.next() == "2 canceled")
    await store.finish()
  }

  @Test func `An equal identity keeps the effects`() async {
    let store = makeStore(Parent.State(child: Child.State(name: "a")))
    await store.send(.child(.presented(.run)))
    #expect(await events.next() == "a began")
    await store.send(.set(Child.State(name: "b")))
    await store.skipInFlightEffects()
    #expect(await events.next() == "a canceled")
  }

  @Test func `A child that's removed and restored in one turn keeps its effects`() async {
    let store = TestStore(initialState: Parent.State(child: Child.State(name: "a"))) {
      Parent(events: events)
      Reduce<Parent.State, Parent.Action> { state, _ in
        // This runs after the parent, which may have removed the child.
        if state.child == nil { state.child = Child.State(name: "back") }
        return .none
      }
    }
    store.exhaustivity = .off
    await store.send(.child(.presented(.run)))
    #expect(await events.next() == "a began")
    await store.send(.set(nil)) { $0.child = Child.State(name: "back") }
    await store.send(.child(.dismiss)) { $0.seenAtDismissal = "back" }
    #expect(store.state.child == Child.State(name: "back"))
    // This fails if no effect is running.
    await store.skipInFlightEffects()
    #expect(await events.next() == "a canceled")
    await store.finish()
  }

  @Test func `Effects of the turn that removes the child are dropped`() async {
    let store = makeStore(Parent.State(child: Child.State(name: "a")))
    await store.send(.child(.presented(.runAndAskParent))) { $0.child = nil }
    await store.finish()
    events.record("nothing before")
    #expect(await events.next() == "nothing before")
  }

  @Test func `A presented child at the end of a test isn't a failure`() async {
    let store = TestStore(initialState: Parent.State(child: Child.State())) {
      Parent(events: events)
    }
    await store.send(.child(.presented(.changeName("b")))) {
      $0.child?.name = "b"
      $0.log = ["parent"]
    }
  }
}
