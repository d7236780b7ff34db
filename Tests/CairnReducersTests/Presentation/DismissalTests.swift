import CairnCases
import CairnDependencies
import CairnReducers
import CairnTesting
import Testing

private typealias Child = Presenting.Child
private typealias IdentifiedChild = Presenting.IdentifiedChild
private typealias Parent = Presenting.Parent

@MainActor @Suite(.timeLimit(.minutes(1))) struct DismissalTests {
  private let events = Events()

  private func makeStore(
    _ state: Parent.State = Parent.State()
  ) -> TestStore<Parent.State, Parent.Action> {
    let store = TestStore(initialState: state) { Parent(events: events) }
    store.exhaustivity = .off
    return store
  }

  @Test func theParentSeesTheChildAtItsDismissal() async {
    let store = makeStore(Parent.State(child: Child.State(name: "a")))
    await store.send(.child(.dismiss)) {
      $0.seenAtDismissal = "a"
      $0.child = nil
    }
  }

  @Test func anotherDestinationThatTheParentPresentsSurvives() async {
    let store = makeStore(
      Parent.State(identified: IdentifiedChild.State(id: 1), reaction: .presentOther))
    await store.send(.identified(.dismiss)) { $0.identified = IdentifiedChild.State(id: 2) }
  }

  @Test func theSameIdentityRebuiltGoes() async {
    let store = makeStore(
      Parent.State(identified: IdentifiedChild.State(id: 1), reaction: .rebuild))
    await store.send(.identified(.dismiss)) { $0.identified = nil }
    let other = makeStore(Parent.State(child: Child.State(name: "a"), reaction: .rebuild))
    await other.send(.child(.dismiss)) { $0.child = nil }
  }

  @Test func aChildDismissesItself() async {
    let store = makeStore(Parent.State(child: Child.State(name: "a")))
    await store.send(.child(.presented(.dismissYourself)))
    await store.receive(.child(.dismiss)) { $0.child = nil }
  }

  @Test func withoutAPresenterDismissalReports() async {
    let store = TestStore(initialState: Child.State()) { Child(events: events) }
    await expectIssue("isPresented") {
      await store.send(.dismissYourself)
      await store.finish()
    }
  }

  @Test func aFeatureKnowsWhetherItIsPresented() async {
    let store = makeStore(Parent.State(child: Child.State()))
    await store.send(.child(.presented(.ask))) { $0.child?.isPresented = true }
    await store.send(.child(.presented(.askInEffect)))
    await store.receive(\.child.answer, true)
    let root = TestStore(initialState: Child.State()) { Child(events: events) }
    await root.send(.ask) { $0.isPresented = false }
    await root.send(.askInEffect)
    await root.receive(.answer(false))
    let told = TestStore(initialState: Child.State()) {
      Child(events: events)
    } withDependencies: {
      $0.isPresented = true
    }
    await told.send(.ask) { $0.isPresented = true }
  }
}
