import Cairn
import CairnTesting
import Testing

@Reducer
private struct Leaf {
  struct State: Equatable, Identifiable {
    var id = 0
    var count = 0
  }
  enum Action: Equatable { case increment, run, runs }
  let events: Events

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count += 1
        return .none
      case .run: return .run { [id = state.id] _ in await events.untilCancelled("\(id)") }
      case .runs: return .none
      }
    }
  }
}

@Reducer
private struct Tab {
  enum State: Equatable {
    case leaf(Leaf.State)
    case other(Leaf.State)
  }
  enum Action: Equatable {
    case leaf(Leaf.Action)
    case other(Leaf.Action)
    case goToOther
  }
  let events: Events

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if action == .goToOther { state = .other(Leaf.State(id: 9)) }
      return .none
    }
    .ifCaseLet(\.leaf, action: \.leaf) { Leaf(events: events) }
    .ifCaseLet(\.other, action: \.other) { Leaf(events: events) }
  }
}

@Reducer
private struct Root {
  struct State: Equatable {
    var scoped = Leaf.State()
    var optional: Leaf.State?
    var elements: IdentifiedArrayOf<Leaf.State> = []
    var tab = Tab.State.leaf(Leaf.State())
    var order: [String] = []
    var parentRan = 0
  }
  enum Action: Equatable {
    case scoped(Leaf.Action)
    case optional(Leaf.Action)
    case elements(IdentifiedActionOf<Leaf>)
    case tab(Tab.Action)
    case order
    case remove
  }
  let events: Events
  var isFirst = true

  var body: some ReducerOf<Self> {
    CombineReducers {
      Scope(state: \.scoped, action: \.scoped) { Leaf(events: events) }
      Scope(state: \.tab, action: \.tab) { Tab(events: events) }
      Reduce { state, action in
        state.parentRan += 1
        if action == .remove {
          state.optional = nil
          state.elements = []
        }
        return .none
      }
      if isFirst { Note("if") } else { Note("else") }
      if !isFirst { Note("never") }
      for name in ["one", "two"] { Note(name) }
      switch isFirst {
      case true: Note("true")
      case false: EmptyReducer()
      }
    }
    .ifLet(\.optional, action: \.optional) { Leaf(events: events) }
    .forEach(\.elements, action: \.elements) { Leaf(events: events) }
  }
}

/// Records that it ran.
private struct Note: Reducer {
  let name: String

  init(_ name: String) {
    self.name = name
  }

  func reduce(into state: inout Root.State, action: Root.Action) -> Effect<Root.Action> {
    if action == .order { state.order.append(name) }
    return .none
  }
}

@MainActor @Suite(.timeLimit(.minutes(30))) struct OperatorTests {
  private let events = Events()

  private func makeStore(_ state: Root.State = Root.State()) -> TestStore<Root.State, Root.Action> {
    let store = TestStore(initialState: state) { Root(events: events) }
    store.exhaustivity = .off
    return store
  }

  @Test func `Scope runs the child`() async {
    let store = makeStore()
    await store.send(\.scoped.increment) { $0.scoped.count = 1 }
  }

  @Test func `The ifCaseLet operator runs the reducer of the current case`() async {
    let store = makeStore()
    await store.send(\.tab.leaf.increment) { $0.tab = .leaf(Leaf.State(count: 1)) }
    await expectIssue("the state was in a different case") {
      await store.send(\.tab.other.increment) { $0.parentRan = 2 }
    }
    let messages = await issues { await store.send(\.tab.other.increment) }
    #expect(messages.first?.contains("Tab.State.leaf(") == true, "\(messages)")
    await store.send(\.tab.leaf.run)
    #expect(await events.next() == "0 began")
    await store.send(\.tab.goToOther) { $0.tab = .other(Leaf.State(id: 9)) }
    #expect(await events.next() == "0 canceled")
    await store.finish()
  }

  @Test func `The ifLet operator runs the reducer of an optional that isn't nil`() async {
    let store = makeStore(Root.State(optional: Leaf.State(id: 4)))
    await store.send(\.optional.increment) {
      $0.optional?.count = 1
      $0.parentRan = 1
    }
    await store.send(\.optional.run)
    #expect(await events.next() == "4 began")
    await store.send(.remove) { $0.optional = nil }
    #expect(await events.next() == "4 canceled")
    await expectIssue("the optional state was 'nil'") {
      await store.send(\.optional.increment) { $0.parentRan = 4 }
    }
    await store.finish()
  }

  @Test func `The forEach operator finds an element by its ID`() async {
    let store = makeStore(Root.State(elements: [Leaf.State(id: 1), Leaf.State(id: 2)]))
    await store.send(.elements(.element(id: 2, action: .increment))) {
      $0.elements[id: 2]?.count = 1
    }
    await store.send(.elements(.element(id: 2, action: .run)))
    #expect(await events.next() == "2 began")
    await expectIssue("no element had the action's ID") {
      await store.send(.elements(.element(id: 7, action: .increment))) { $0.parentRan = 3 }
    }
    await store.send(.remove)
    #expect(await events.next() == "2 canceled")
    await store.finish()
  }

  @Test func `Reducers run in the order of their declaration`() async {
    let store = makeStore()
    await store.send(.order) { $0.order = ["if", "one", "two", "true"] }
    let other = TestStore(initialState: Root.State()) { Root(events: events, isFirst: false) }
    other.exhaustivity = .off
    await other.send(.order) { $0.order = ["else", "never", "one", "two"] }
  }

  @Test func `Stores are scoped to children, optionals, and elements`() {
    let store = Store(
      initialState: Root.State(optional: Leaf.State(), elements: [Leaf.State(id: 1)])
    ) { Root(events: events) }
    let scoped = store.scope(state: \.scoped, action: \.scoped)
    scoped.send(.increment)
    #expect(store.scoped.count == 1)
    #expect(scoped.count == 1)
    let optional = store.scope(state: \.optional, action: \.optional)
    optional?.send(.increment)
    #expect(optional?.count == 1)
    let elements: [Store<Leaf.State, Leaf.Action>] = store.scope(
      state: \.elements, action: \.elements)
    elements.first?.send(.increment)
    #expect(store.elements[id: 1]?.count == 1)
    store.send(.remove)
    #expect(optional?.count == 1)
    #expect(store.scope(state: \.optional, action: \.optional) == nil)
  }
}
