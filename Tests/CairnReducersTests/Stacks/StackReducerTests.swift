import CairnCases
import CairnDependencies
import CairnReducers
import CairnTesting
import Foundation
import OrderedCollections
import Testing

private typealias Page = Stacking.Page
private typealias Book = Stacking.Book
private typealias Desk = Stacking.Desk

@MainActor @Suite(.timeLimit(.minutes(30))) struct StackReducerTests {
  private let events = Events()

  private func makeStore(_ names: String...) -> TestStoreOf<Stacking.Book> {
    var state = Book.State()
    for name in names { state.path.append(Page.State(name: name)) }
    return TestStore(initialState: state) { Book(events: events) }
  }

  @Test func `An element runs before its parent`() async {
    let store = makeStore("a", "b")
    await store.send(\.path[id: 1].rename, "c") {
      $0.path[id: 1]?.name = "c"
      $0.seen = ["a", "c"]
    }
  }

  @Test func `A pop runs the parent first`() async {
    let store = makeStore("a", "b", "c")
    await store.send(.path(.popFrom(id: 1))) {
      $0.seen = ["a", "b", "c"]
      $0.path.pop(from: 1)
    }
  }

  @Test func `A push inserts the element before the parent runs`() async {
    let store = makeStore("a")
    await store.send(.path(.push(id: 1, state: Page.State(name: "b")))) {
      $0.path[id: 1] = Page.State(name: "b")
      $0.seen = ["a", "b"]
    }
  }

  @Test func `Unknown and used IDs are reported, and the parent runs`() async {
    let store = makeStore("a")
    store.exhaustivity = .off
    let messages = await issues {
      await store.send(\.path[id: 7].run) { $0.seen = ["a"] }
      await store.send(.path(.popFrom(id: 7))) { #expect($0.path.ids == [0]) }
      await store.send(.path(.push(id: 0, state: Page.State(name: "b")))) {
        #expect($0.path.map(\.name) == ["a"])
      }
    }
    #expect(messages.count == 3)
    #expect(messages.allSatisfy { $0.contains("'forEach' at CairnReducersTests/Stacking.swift") })
    for message in messages.prefix(2) {
      #expect(message.contains("IDs in the stack:\n    [#0]"), "\(message)")
    }
    #expect(messages.last?.contains("an ID that the stack already uses, or used before") == true)
    #expect(messages.last?.contains("Next ID:\n    #1") == true, "\(messages)")
  }

  @Test func `A failure shows the IDs of elements`() async {
    let store = makeStore()
    let messages = await issues {
      await store.send(.path(.push(id: 0, state: Page.State(name: "a")))) {
        $0.path[id: 1] = Page.State(name: "a")
        $0.seen = ["a"]
      }
    }
    let lines = (messages.first ?? "").split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("−") && $0.contains("#1") }, "\(messages)")
    #expect(lines.contains { $0.hasPrefix("+") && $0.contains("#0") }, "\(messages)")
  }

  @Test func `An element dismisses itself`() async {
    let store = makeStore("a", "b", "c")
    await store.send(\.path[id: 1].leave) { $0.seen = ["a", "b", "c"] }
    await store.receive(\.path.popFrom, 1) { $0.path.pop(from: 1) }
  }

  @Test func `Popping cancels the effects of all popped elements`() async {
    let store = makeStore("a", "b", "c")
    store.exhaustivity = .off
    for (id, name) in [(StackElementID(0), "a"), (1, "b"), (2, "c")] {
      await store.send(.path(.element(id: id, action: .run)))
      #expect(await events.next() == "\(name) began")
    }
    await store.send(.path(.popFrom(id: 1)))
    let ended = [await events.next(), await events.next()].compactMap(\.self).sorted()
    #expect(ended == ["b canceled", "c canceled"])
    await store.send(.popAll)
    #expect(await events.next() == "a canceled")
    await store.finish()
  }

  @Test func `Effects of the turn that removes the element are dropped`() async {
    let store = makeStore("a")
    await store.send(\.path[id: 0].leaveWithParent) { $0.path[id: 0] = nil }
    await store.finish()
  }

  @Test func `Removing one element cancels its effects only`() async {
    let store = makeStore("a", "b")
    await store.send(\.path[id: 0].run) { $0.seen = ["a", "b"] }
    #expect(await events.next() == "a began")
    await store.send(\.path[id: 1].run)
    #expect(await events.next() == "b began")
    await store.send(\.remove, 0) {
      $0.path[id: 0] = nil
      $0.seen = ["b"]
    }
    #expect(await events.next() == "a canceled")
    await store.send(.path(.popFrom(id: 1))) { $0.path = [] }
    #expect(await events.next() == "b canceled")
    await store.finish()
  }

  @Test func `Elements of an enum need no closure`() async {
    let store = TestStore(initialState: Nested.Book.State()) { Nested.Book() }
    await store.send(.pageButtonTapped(1)) { $0.path.append(.page(Nested.Page.State())) }
    await store.send(\.path[id: 0].page.turned)
    await store.send(.path(.push(id: 1, state: .note(Nested.Note.State())))) {
      $0.path.append(.note(Nested.Note.State()))
    }
    await store.send(\.path[id: 1].note.binding.text, "a") {
      $0.path[id: 1, case: \.note]?.text = "a"
    }
    await store.send(\.path.popFrom, 0) { $0.path = [] }
  }

  @Test func `An element that changes its case loses its effects`() async {
    let store = TestStore(
      initialState: Nested.Book.State(path: [.note(Nested.Note.State())])
    ) {
      CombineReducers {
        Reduce<Nested.Book.State, Nested.Book.Action> { state, action in
          if case .pageButtonTapped = action { state.path[id: 0] = .page(Nested.Page.State()) }
          return .none
        }
        EmptyReducer().forEach(\.path, action: \.path)
      }
    } withDependencies: {
      $0.events = events
    }
    await store.send(\.path[id: 0].note.run)
    #expect(await events.next() == "note began")
    await store.send(.pageButtonTapped(1)) { $0.path[id: 0] = .page(Nested.Page.State()) }
    #expect(await events.next() == "note canceled")
  }

  @Test func `The message contains the action and the stack`() async {
    let store = makeStore()
    let messages = await issues { await store.send(\.path[id: 7].rename, "x") }
    #expect(
      messages.first?.replacing(/swift:\d+/, with: "swift:0").hasPrefix(
        """
        'forEach' at CairnReducersTests/Stacking.swift:0 received a child action while the \
        stack had no element with the action's ID.

          Action:
            Stacking.Book.Action.path(
              .element(
                id: #7,
                action: .rename("x")
              )
            )
          IDs in the stack:
            []
        """) == true, "\(messages)")
  }

  // MARK: IDs

  @Test func `A replaced stack has new IDs`() async {
    let store = TestStore(initialState: Desk.State()) { Desk(events: events) }
    await store.send(.openLeft("a")) { $0.left.append(Page.State(name: "a")) }
    await store.send(\.left[id: 0].run)
    #expect(await events.next() == "a began")
    await store.send(.replaceLeft(["b", "c"])) {
      $0.left = StackState([Page.State(name: "b"), Page.State(name: "c")])
    }
    // The old element is gone, and its effect is canceled.
    #expect(await events.next() == "a canceled")
    #expect(store.state.left.ids == [1, 2])
    await store.send(.replaceLeft([])) { $0.left = StackState() }
    await store.send(.openLeft("d")) { $0.left.append(Page.State(name: "d")) }
    #expect(store.state.left.ids == [3])
  }

  @Test func `Two stacks of a store have different IDs`() async {
    let store = TestStore(
      initialState: Desk.State(left: [Page.State(name: "a")], right: [Page.State(name: "b")])
    ) {
      Desk(events: events)
    }
    #expect(store.state.left.ids == [0])
    #expect(store.state.right.ids == [1])
    await store.send(.openLeft("c")) { $0.left.append(Page.State(name: "c")) }
    await store.send(.right(.push(id: 3, state: Page.State(name: "d")))) {
      $0.right[id: 3] = Page.State(name: "d")
    }
    await store.send(.openLeft("e")) { $0.left[id: 4] = Page.State(name: "e") }
    #expect(store.state.left.ids == [0, 2, 4])
  }

  @Test func `The IDs of each test store begin at 0`() async {
    for _ in 0..<2 {
      let store = TestStore(initialState: Desk.State()) { Desk(events: events) }
      await store.send(.openLeft("a")) { $0.left[id: 0] = Page.State(name: "a") }
    }
  }

  @Test func `A received action is asserted with the IDs of its time`() async {
    let store = TestStore(initialState: Desk.State()) { Desk(events: events) }
    await store.send(.openBothLater)
    await store.receive(.openLeft("a")) { $0.left.append(Page.State(name: "a")) }
    await store.receive(.openLeft("b")) { $0.left.append(Page.State(name: "b")) }
    #expect(store.state.left.ids == [0, 1])
  }

  @Test func `A push with an ID that isn't the next one is reported`() async {
    let store = makeStore("a")
    store.exhaustivity = .off
    let messages = await issues {
      await store.send(.path(.push(id: 5, state: Page.State(name: "b")))) {
        #expect($0.path.ids == [0, 5])
      }
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("a push with the ID #5, but the next ID is #1") == true)
    await store.send(.path(.push(id: 6, state: Page.State(name: "c")))) {
      #expect($0.path.ids == [0, 5, 6])
    }
  }

  @Test func `A store never reuses an ID`() {
    withDependencies {
      $0.context = .live
    } operation: {
      let store = Store(initialState: Desk.State(left: [Page.State(name: "a")])) {
        Desk(events: events)
      }
      var given = Set(store.state.left.ids)
      for name in ["b", "c"] {
        store.send(.replaceLeft([name]))
        #expect(given.isDisjoint(with: store.state.left.ids))
        given.formUnion(store.state.left.ids)
      }
    }
  }
}
