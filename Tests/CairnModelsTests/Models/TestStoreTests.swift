import CairnModels
import CairnModelsTesting
import IssueReportingTestSupport
import Testing

/// Tests what a test of models must assert, and how it fails.
@Suite(.timeLimit(.minutes(30))) struct TestStoreTests {
  private func failing(
    _ text: String..., body: () async -> Void
  ) async {
    await withKnownIssue {
      await body()
    } matching: { issue in
      text.allSatisfy { "\(issue)".contains($0) }
    }
  }

  // MARK: Transitions

  @Test func `With transitions, a reverted value fails`() async {
    await failing("was reverted before the test asserted", "header.count: 0 → 1 → 0") {
      let store = TestStore<CountersModel>(
        initialState: .init(), exhaustivity: [.full, .transitions])
      @TestModel var app = store.model
      app.$header.set(1)
      app.$header.set(0)
      app.addTapped(id: 1)
      await $app.counters.assert([.init(id: 1)])
      // The failure is reported once.
      await store.finish()
    }
  }

  @Test func `With transitions, a reverted value also fails at the end`() async {
    await failing("was reverted before the test asserted", "counters: [] → [") {
      let store = TestStore<CountersModel>(
        initialState: .init(), exhaustivity: [.full, .transitions])
      store.model.addTapped(id: 1)
      store.model.remove(id: 1)
      await store.finish()
    }
  }

  @Test func `Asserted steps and transactions aren't reverted values`() async {
    let store = TestStore<CountersModel>(
      initialState: .init(), exhaustivity: [.full, .transitions])
    @TestModel var app = store.model
    app.$header.set(1)
    app.$header.set(2)
    await $app.header.count.assert(2)
    app.$header.set(0)
    await $app.header.count.assert(0)
    app.transaction {
      app.$header.set(7)
      app.$header.set(0)
    }
    // Without transitions, reverted values aren't checked.
    store.exhaustivity = .full
    app.$header.set(7)
    app.$header.set(0)
    await store.finish()
  }

  // MARK: State

  @Test func `An unasserted change of another model fails`() async {
    await failing("The state doesn't match the expectation: …", "_counters: [") {
      let store = TestStore<CountersModel>(initialState: .init())
      @TestModel var app = store.model
      app.addTapped(id: 1)
      app.$header.incrementTapped()
      await $app.header.count.assert(1)
      // The failure is reported once.
      await store.finish()
    }
  }

  @Test func `Without state exhaustivity, only asserted values are checked`() async {
    let store = TestStore<CountersModel>(
      initialState: .init(), exhaustivity: [.events, .tasks])
    @TestModel var app = store.model
    app.addTapped(id: 1)
    app.$header.incrementTapped()
    await $app.header.count.assert(1)
    await $app.header.assert { $0.count = 1 }
    await failing("−", "+") {
      await $app.header.count.assert(2)
    }
  }

  @Test func `An unasserted change fails at the end`() async {
    await failing(
      "The state changed, but the test didn't assert the change", "_count: 0", "_count: 1"
    ) {
      let store = TestStore<CounterModel>(initialState: .init())
      store.model.incrementTapped()
      await store.finish()
    }
  }

  @Test func `The end is checked when the store and its models are released`() async {
    await failing("The state changed, but the test didn't assert the change") {
      func test() {
        let store = TestStore<CounterModel>(initialState: .init())
        store.model.incrementTapped()
      }
      test()
    }
  }

  @Test func `An assertion waits for a change`() async {
    let store = TestStore<CounterModel>(initialState: .init(), exhaustivity: [.state])
    @TestModel var counter = store.model
    Task.detached { [counter] in
      await Task.yield()
      counter.incrementTapped()
    }
    await $counter.count.assert(1)
  }

  @Test func `A model whose addition wasn't asserted can't be asserted`() async throws {
    try await failingRow(
      "Can't assert a CounterRowModel, because the test didn't assert that it was added."
    ) {
      await $0.assert { $0.counter.count = 1 }
    }
  }

  private func failingRow(
    _ text: String, body: (TestModel<CounterRowModel>) async -> Void
  ) async throws {
    let store = TestStore<CountersModel>(initialState: .init(), exhaustivity: .state)
    @TestModel var app = store.model
    app.addTapped(id: 1)
    @TestModel var row = try #require(app.$counters.first)
    await failing(text) { await body($row) }
    await $app.counters.assert([.init(id: 1)])
  }

  @Test func `An assertion that throws fails`() async {
    struct Refusal: Error {}
    await failing("The assertion threw an error: Refusal()") {
      let store = TestStore<CounterModel>(initialState: .init())
      @TestModel var counter = store.model
      await $counter.assert { _ in throw Refusal() }
    }
  }

  @Test func `A derived value is asserted by its value`() async {
    let store = TestStore<CountersModel>(initialState: .init())
    @TestModel var app = store.model
    await $app.sum.assert(0)
    await failing("The value doesn't match the expectation", "− 1", "+ 0") {
      await $app.sum.assert(1)
    }
  }

  // MARK: Events

  @Test func `An event is received only from its sender`() async throws {
    let store = TestStore<CountersModel>(
      initialState: .init(counters: [.init(id: 1), .init(id: 2)]), exhaustivity: .events)
    let rows = store.model.$counters
    @TestModel var first = rows[0]
    @TestModel var second = rows[1]
    second.removeTapped()
    await failing("This CounterRowModel didn't send this event", "from CounterRowModel") {
      await $first.receive(.onRemove)
    }
    await $second.receive(.onRemove)
  }

  @Test func `Events are received in any order`() async {
    let store = TestStore<CounterModel>(initialState: .init(), exhaustivity: .events)
    @TestModel var counter = store.model
    counter.send(.onFact("a"))
    counter.send(3)
    counter.send(.onFact("b"))
    await $counter.receive(.onFact("b"))
    await $counter.receive(3)
    await $counter.receive(.onFact("a"))
  }

  @Test func `An event that wasn't received fails at the end`() async {
    await failing(
      "An event was sent that the test didn't receive", "onFact(\"a\")", "CounterModel"
    ) {
      let store = TestStore<CounterModel>(initialState: .init())
      store.model.send(.onFact("a"))
      await store.finish()
    }
    let store = TestStore<CounterModel>(initialState: .init(), exhaustivity: [.state, .tasks])
    store.model.send(.onFact("a"))
    await store.finish()
  }

  // MARK: Tasks

  @Test func `A running task fails at the end`() async {
    let model = Idler.self
    await failing(
      "A task was still running at the end of the test:", "Idler, started at",
      "TestStoreTests.swift"
    ) {
      let store = TestStore<Idler>(initialState: .init())
      store.model.idle()
      await store.finish(timeout: .milliseconds(10))
    }
    _ = model
    let store = TestStore<Idler>(initialState: .init(), exhaustivity: [.state, .events])
    store.model.idle()
    await store.finish(timeout: .milliseconds(10))
  }

  @Test func `Tasks that activation began may run at the end`() async {
    let store = TestStore<Idler>(initialState: .init(isListening: true))
    @TestModel var idler = store.model
    idler.set(2)
    await $idler.assert {
      $0.count = 2
      $0.seen = 2
    }
  }

  @Test func `A short task is awaited at the end`() async {
    let store = TestStore<Idler>(initialState: .init())
    @TestModel var idler = store.model
    idler.workABit()
    await $idler.count.assert(1)
  }

  @Test func `Time limits are measured by the timeout clock`() async {
    await failing("A task was still running at the end of the test:") {
      let store = TestStore<Idler>(initialState: .init()) { $0.timeoutClock = ImmediateClock() }
      store.model.idle()
      await store.finish()
    }
    await failing("This CounterModel didn't send this event within 1.0 seconds") {
      let store = TestStore<CounterModel>(initialState: .init()) {
        $0.timeoutClock = ImmediateClock()
      }
      @TestModel var counter = store.model
      await $counter.receive(.onFact("a"))
    }
    // A limit on a clock that isn't advanced never ends.
    let store = TestStore<Idler>(initialState: .init()) { $0.timeoutClock = TestClock() }
    @TestModel var idler = store.model
    idler.workABit()
    await $idler.count.assert(1)
    await store.finish()
  }

  // MARK: Uses

  @Test func `Exhaustivity can change during a test`() async {
    let store = TestStore<CounterModel>(initialState: .init())
    store.exhaustivity = .off
    store.model.incrementTapped()
    store.model.send(.onFact("a"))
    await store.finish()
    #expect(store.state.count == 1)
  }

  @Test func `Dependencies can change during a test`() async {
    let store = TestStore<CounterModel>(initialState: .init()) {
      $0.facts.fetch = { "\($0) one" }
    }
    @TestModel var counter = store.model
    counter.factTapped()
    await $counter.receive(.onFact("0 one"))
    store.withDependencies { $0.facts.fetch = { "\($0) two" } }
    counter.factTapped()
    await $counter.receive(.onFact("0 two"))
  }

  @Test func `A test model of another store fails`() async {
    await failing("The store of a '@TestModel' of type CounterModel isn't a 'TestStore'") {
      let store = Store<CounterModel>(initialState: .init())
      @TestModel var counter = store.model
      counter.incrementTapped()
      #expect(counter.count == 1)
    }
  }
}

private struct Idler: Model {
  struct State: Equatable {
    var isListening = false
    var count = 0
    var seen = 0
  }

  @ModelState private var state: State

  func onActivate() {
    if state.isListening { forEach(values(of: \.count)) { state.seen = $0 } }
  }

  func set(_ count: Int) { state.count = count }

  func idle() {
    task { try? await Task.sleep(for: .seconds(3600)) }
  }

  func workABit() {
    task {
      for _ in 0..<50 { await Task.yield() }
      state.count = 1
      for _ in 0..<50 { await Task.yield() }
    }
  }
}
