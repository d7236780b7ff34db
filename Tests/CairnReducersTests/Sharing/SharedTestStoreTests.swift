import CairnCases
import CairnDependencies
import CairnReducers
import Synchronization
import Testing

@testable import CairnTesting

@MainActor
struct SharedTestStoreTests {
  private func makeStore(count: Int = 0) -> TestStoreOf<SharedParent> {
    TestStore(initialState: SharedParent.State(count: Shared(value: count))) { SharedParent() }
  }

  // MARK: Exhaustive

  @Test func `A change of shared state is asserted`() async {
    let store = makeStore()
    await store.send(.incrementTapped) { $0.$count.withLock { $0 = 1 } }
    await store.send(.incrementTapped) { $0.$count.withLock { $0 += 1 } }
    #expect(store.state.count == 2)
  }

  @Test func `The assertion doesn't change the shared state`() async {
    let store = makeStore()
    await store.send(.incrementTapped) { state in
      #expect(state.count == 0)
      state.$count.withLock { $0 = 5 }
      #expect(state.count == 5)
      #expect(store.state.count == 5)
      state.$count.withLock { $0 = 1 }
    }
    #expect(store.state.count == 1)
  }

  @Test func `A forgotten change fails with a difference`() async {
    let store = makeStore()
    await expectIssue(
      """
      A state change does not match expectation: …

        SharedParent.State(
      −   count: 0,
      +   count: 1,
          total: 0,
      """, line: #line + 1
    ) { await store.send(.incrementTapped) }
    await store.send(.incrementTapped) { $0.$count.withLock { $0 = 2 } }
  }

  @Test func `A wrong expectation fails`() async {
    let store = makeStore()
    await expectIssue("−   count: 7,\n+   count: 1,") {
      await store.send(.incrementTapped) { $0.$count.withLock { $0 = 7 } }
    }
  }

  @Test func `An assertion that changes nothing fails`() async {
    let store = makeStore(count: 3)
    await expectIssue("Expected the state to change") {
      await store.send(.idle) { $0.$count.withLock { $0 = 3 } }
    }
    await expectIssue("−   count: 4,\n+   count: 3,") {
      await store.send(.idle) { $0.$count.withLock { $0 = 4 } }
    }
  }

  @Test func `Writing the same value can be asserted`() async {
    let store = TestStore(initialState: Resetting.State()) { Resetting() }
    await store.send(.reset) { $0.$count.withLock { $0 = 0 } }
    await store.send(.reset) { $0.$stored.withLock { $0 = 0 } }
    await store.send(.reset)
    await expectIssue("Expected the state to change") {
      await store.send(.idle) { $0.$count.withLock { $0 = 0 } }
    }
  }

  @Test func `Only the counters of shared values are left out of the difference`() async {
    let store = TestStore(initialState: Resetting.State()) { Resetting() }
    let messages = await issues {
      await store.send(.idle) {
        $0.$count.withLock { $0 = 1 }
        $0.$stored.withLock { $0 = 2 }
        $0.ticket = Resetting.Ticket(number: 7)
      }
    }
    let message = messages.first ?? ""
    #expect(message.contains("−   count: 1,"), "\(message)")
    #expect(message.contains("−   stored: 2,"), "\(message)")
    #expect(message.contains("−   ticket: #7 (ticket)"), "\(message)")
    #expect(message.contains("+   ticket: #1 (ticket)"), "\(message)")
  }

  @Test func `A change by a child is asserted once`() async {
    let store = makeStore(count: 2)
    await store.send(.presentTapped) { $0.child = SharedChild.State(id: 0, count: $0.$count) }
    await store.send(\.child.doubleTapped) { $0.$count.withLock { $0 = 4 } }
    await store.send(\.child.doubleTapped) { $0.child?.$count.withLock { $0 = 8 } }
    #expect(store.state.count == 8)
  }

  @Test func `A change inside a collection is found`() async {
    @Shared(value: 1) var inner
    struct State: Equatable {
      var children: [SharedChild.State]
    }
    let store = TestStore(
      initialState: State(children: [SharedChild.State(id: 0, count: $inner)])
    ) {
      Reduce<State, Int> { _, number in
        $inner.withLock { $0 = number }
        return .none
      }
    }
    await expectIssue("count:\n− 1\n+ 2") { await store.send(2) }
    await store.send(3) { $0.children[0].$count.withLock { $0 = 3 } }
  }

  @Test func `A value with a key is asserted too`() async {
    @Shared(.inMemory("total")) var total = 40
    let store = makeStore()
    await store.send(.totalTapped) { $0.$total.withLock { $0 = 41 } }
    #expect(total == 41)
    await expectIssue("−   total: 41,\n+   total: 42,") { await store.send(.totalTapped) }
  }

  @Test func `An optional is asserted from nil and back`() async {
    struct State: Equatable {
      @Shared var name: String?
      @Shared var other: Int?
    }
    let initial = State(name: Shared(value: "Blob"), other: Shared(value: 1))
    let store = TestStore(initialState: initial) {
      Reduce<State, String?> { state, name in
        state.$name.withLock { $0 = name }
        return .none
      }
    }
    #expect(store.state.name == "Blob")
    await store.send("Blob Jr.") { $0.$name.withLock { $0 = "Blob Jr." } }
    await store.send(nil) { $0.$name.withLock { $0 = nil } }
    #expect(store.state.name == nil)
    await store.send("Blob") { state in
      #expect(state.name == nil)
      #expect(state.other == 1)
      state.$name.withLock { $0 = "Blob" }
    }
    #expect(store.state == State(name: Shared(value: "Blob"), other: Shared(value: 1)))
    await expectIssue("−   name: nil\n+   name: \"Blob Sr.\"") {
      await store.send("Blob Sr.") { $0.$name.withLock { $0 = nil } }
    }
  }

  @Test func `Stores use the storage of their dependencies`() async {
    @Shared(.inMemory("total")) var total = 40
    let store = TestStore(initialState: SharedParent.State(count: Shared(value: 0))) {
      SharedParent()
    } withDependencies: {
      $0.defaultInMemoryStorage = InMemoryStorage()
    }
    await store.send(.totalTapped) { state in
      @Shared(.inMemory("total")) var total = 9
      #expect(total == 0)
      $total.withLock { $0 = 1 }
      #expect(state.total == 1)
    }
    #expect(total == 40)
  }

  // MARK: Effects and the outside

  @Test func `A change by an effect is asserted with the next action`() async {
    let store = makeStore()
    await store.send(.loadTapped)
    await store.receive(\.loaded, "one") {
      $0.$count.withLock { $0 = 1 }
      $0.log = ["one"]
    }
    await store.receive(\.loaded, "two") {
      $0.$count.withLock { $0 = 2 }
      $0.log = ["one", "two"]
    }
    await store.finish()
  }

  @Test func `An unasserted change by an effect fails at the end`() async {
    await expectIssue(
      """
      Shared state has changed, but the test didn't assert the change: …

        SharedParent.State(
      −   count: 0,
      +   count: 10,
      """
    ) {
      let store = makeStore()
      await store.send(.silentTapped).finish()
    }
    let store = makeStore()
    await store.send(.silentTapped)
    await expectIssue("Shared state has changed", line: #line + 1) {
      await store.finish()
    }
  }

  @Test func `An unasserted change by an effect fails the next action`() async {
    let store = makeStore()
    await store.send(.silentTapped).finish()
    await expectIssue("−   count: 0,\n+   count: 11,") { await store.send(.incrementTapped) }
  }

  @Test func `A change from outside is asserted without an action`() async {
    @Shared(value: 0) var count
    let store = TestStore(initialState: SharedParent.State(count: $count)) { SharedParent() }
    $count.withLock { $0 = 5 }
    store.assert { $0.$count.withLock { $0 = 5 } }
    $count.withLock { $0 = 6 }
    await expectIssue("−   count: 7,\n+   count: 6,", line: #line + 1) {
      store.assert { $0.$count.withLock { $0 = 7 } }
    }
    await store.send(.incrementTapped) { $0.$count.withLock { $0 = 7 } }
  }

  @Test func `Shared state outside the store's state isn't checked`() async {
    @Shared(.inMemory("other")) var other = 0
    let store = makeStore()
    $other.withLock { $0 = 1 }
    await store.send(.incrementTapped) { $0.$count.withLock { $0 = 1 } }
    $other.withLock { $0 = 2 }
    await store.finish()
  }

  // MARK: Nonexhaustive

  @Test func `A nonexhaustive test asserts only the changes it names`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.incrementTapped)
    await store.send(.incrementTapped) { $0.$count.withLock { $0 = 2 } }
    await store.send(.incrementTapped) { #expect($0.count == 3) }
    await expectIssue("−   count: 9,\n+   count: 4,") {
      await store.send(.incrementTapped) { $0.$count.withLock { $0 = 9 } }
    }
    await store.send(.silentTapped).finish()
    #expect(store.state.count == 14)
  }

  @Test func `Skipped changes are printed`() async {
    let notes = Mutex<[String]>([])
    let observer: @Sendable (String, UInt) -> Void = { note, _ in
      notes.withLock { $0.append(note) }
    }
    await TestLocation.$noteObserver.withValue(observer) {
      let store = makeStore()
      store.exhaustivity = .off(showSkippedAssertions: true)
      await store.send(.incrementTapped)
      await store.send(.incrementTapped) { $0.$count.withLock { $0 = 2 } }
    }
    let messages = notes.withLock { $0 }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("count: 0,\n") == true)
  }
}
