import Cairn
import CairnTesting
import Testing

private typealias Child = Presenting.Child
private typealias IdentifiedChild = Presenting.IdentifiedChild
private typealias Parent = Presenting.Parent

@MainActor @Suite(.timeLimit(.minutes(30))) struct DismissalTests {
  private let events = Events()

  private func makeStore(
    _ state: Parent.State = Parent.State()
  ) -> TestStore<Parent.State, Parent.Action> {
    let store = TestStore(initialState: state) { Parent(events: events) }
    store.exhaustivity = .off
    return store
  }

  @Test func `The parent still sees the child when the child is dismissed`() async {
    let store = makeStore(Parent.State(child: Child.State(name: "a")))
    await store.send(.child(.dismiss)) {
      $0.seenAtDismissal = "a"
      $0.child = nil
    }
  }

  @Test func `A new destination that the parent presents survives the dismissal`() async {
    let store = makeStore(
      Parent.State(identified: IdentifiedChild.State(id: 1), reaction: .presentOther))
    await store.send(.identified(.dismiss)) { $0.identified = IdentifiedChild.State(id: 2) }
  }

  @Test func `A rebuilt child with the same identity is dismissed`() async {
    let store = makeStore(
      Parent.State(identified: IdentifiedChild.State(id: 1), reaction: .rebuild))
    await store.send(.identified(.dismiss)) { $0.identified = nil }
    let other = makeStore(Parent.State(child: Child.State(name: "a"), reaction: .rebuild))
    await other.send(.child(.dismiss)) { $0.child = nil }
  }

  @Test func `A child dismisses itself`() async {
    let store = makeStore(Parent.State(child: Child.State(name: "a")))
    await store.send(.child(.presented(.dismissYourself)))
    await store.receive(.child(.dismiss)) { $0.child = nil }
  }

  @Test func `A dismiss effect captured from the reducer dismisses its feature`() async {
    let store = TestStore(initialState: Opening.State(closing: Closing.State())) { Opening() }
    await store.send(\.closing.close)
    await store.receive(\.closing.dismiss) { $0.closing = nil }
    #expect(!store.isDismissed)
    let live = Store(initialState: Opening.State(closing: Closing.State())) { Opening() }
    await live.send(.closing(.presented(.close))).finish()
    #expect(live.closing == nil)
    let root = TestStore(initialState: Closing.State()) { Closing() }
    await root.send(.close)
    #expect(root.isDismissed)
  }

  @Test func `A feature that's tested alone dismisses itself`() async {
    let store = TestStore(initialState: Child.State()) { Child(events: events) }
    #expect(!store.isDismissed)
    await store.send(.dismissYourself)
    #expect(store.isDismissed)
    await expectIssue("has dismissed itself", line: #line + 1) {
      await store.send(.ask) { $0.isPresented = true }
    }
    #expect(store.state.isPresented == nil)
  }

  @Test func `A feature knows whether it's presented`() async {
    let store = makeStore(Parent.State(child: Child.State()))
    await store.send(.child(.presented(.ask))) { $0.child?.isPresented = true }
    await store.send(.child(.presented(.askInEffect)))
    await store.receive(\.child.answer, true)
    let root = TestStore(initialState: Child.State()) { Child(events: events) }
    await root.send(.ask) { $0.isPresented = true }
    await root.send(.askInEffect)
    await root.receive(.answer(true))
    let unpresented = TestStore(initialState: Child.State()) {
      Child(events: events)
    } withDependencies: {
      $0.isPresented = false
    }
    await unpresented.send(.ask) { $0.isPresented = false }
  }

  @Test func `A feature of a plain store isn't presented`() async {
    let asked = Store(initialState: Child.State()) { Child(events: events) }
    asked.send(.ask)
    #expect(asked.isPresented == false)
    let askedInEffect = Store(initialState: Child.State()) { Child(events: events) }
    await askedInEffect.send(.askInEffect).finish()
    #expect(askedInEffect.isPresented == false)
    await expectIssue("tried to dismiss itself, but it isn't presented") {
      await askedInEffect.send(.dismissYourself).finish()
    }
  }

  @Test func `A store that a presented reducer sends to isn't presented`() async {
    let other = Store(initialState: Child.State()) { Child(events: events) }
    var tasks: [StoreTask] = []
    let outer = Store(initialState: Watching.State(child: Child.State())) {
      EmptyReducer<Watching.State, Watching.Action>()
        .ifLet(\.$child, action: \.child) {
          Reduce<Child.State, Child.Action> { _, action in
            if action == .ask || action == .askInEffect { tasks.append(other.send(action)) }
            return .none
          }
          // The outer feature still knows that it's presented.
          Child(events: events)
        }
    }
    outer.send(.child(.presented(.ask)))
    #expect(other.isPresented == false)
    #expect(outer.child?.isPresented == true)
    other.send(.answer(true))
    outer.send(.child(.presented(.askInEffect)))
    for task in tasks { await task.finish() }
    #expect(other.isPresented == false)
  }

  @Test func `The presented child runs before its parent`() async {
    let store = TestStore(initialState: Watching.State(child: Child.State(name: "a"))) {
      Watching(events: events)
    }
    await store.send(.child(.presented(.changeName("b")))) {
      $0.child?.name = "b"
      $0.seen = ["b"]
    }
  }

  @Test func `Dismissal passes through scopes`() async {
    let store = TestStore(initialState: Outer.State(middle: Outer.Middle.State())) {
      Outer(events: events)
    }
    await store.send(\.middle.child.dismissYourself)
    await store.receive(\.middle.dismiss) { $0.middle = nil }
  }

  @Test func `Dismissal passes through optional state and cases`() async {
    let store = TestStore(initialState: Outer.State(middle: Outer.Middle.State())) {
      Outer(events: events)
    }
    await store.send(\.middle.optional.dismissYourself)
    await store.receive(\.middle.dismiss) { $0.middle = nil }
    let other = TestStore(initialState: Outer.State(middle: Outer.Middle.State())) {
      Outer(events: events)
    }
    await other.send(\.middle.place.child.dismissYourself)
    await other.receive(\.middle.dismiss) { $0.middle = nil }
  }
}

@Reducer
private struct Watching {
  struct State: Equatable {
    @Presents var child: Child.State?
    var seen: [String] = []
  }
  enum Action { case child(PresentationAction<Child.Action>) }
  let events: Events

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.seen.append(state.child?.name ?? "")
      return .none
    }
    .ifLet(\.$child, action: \.child) { Child(events: events) }
  }
}

/// Presents a feature that contains the child in every possible way.
@Reducer
private struct Outer {
  @Reducer
  struct Middle {
    @CasePathable
    enum Place: Equatable { case child(Child.State) }
    @Reducer
    struct AtPlace {
      typealias State = Place
      enum Action { case child(Child.Action) }
      let events: Events

      var body: some ReducerOf<Self> {
        EmptyReducer().ifCaseLet(\.child, action: \.child) { Child(events: events) }
      }
    }
    struct State: Equatable {
      var child = Child.State()
      var optional: Child.State? = Child.State()
      var place = Place.child(Child.State())
    }
    enum Action {
      case child(Child.Action)
      case optional(Child.Action)
      case place(AtPlace.Action)
    }
    let events: Events

    var body: some ReducerOf<Self> {
      Scope(state: \.child, action: \.child) { Child(events: events) }
      Scope(state: \.place, action: \.place) { AtPlace(events: events) }
      EmptyReducer().ifLet(\.optional, action: \.optional) { Child(events: events) }
    }
  }
  struct State: Equatable { @Presents var middle: Middle.State? }
  enum Action { case middle(PresentationAction<Middle.Action>) }
  let events: Events

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$middle, action: \.middle) { Middle(events: events) }
  }
}

/// Captures the dismiss dependency in its effect.
@Reducer
private struct Closing {
  struct State: Equatable {}
  enum Action { case close }
  @Dependency(\.dismiss) var dismiss
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .run { [dismiss] _ in await dismiss() } }
  }
}

@Reducer
private struct Opening {
  struct State: Equatable { @Presents var closing: Closing.State? }
  enum Action { case closing(PresentationAction<Closing.Action>) }
  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$closing, action: \.closing) { Closing() }
  }
}
