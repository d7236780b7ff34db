import CairnFeatures
import CairnModels
import CairnModelsTesting
import IssueReportingTestSupport
import Testing

/// Tasks that a restart interrupts begin again, or report that to their models.
@Suite(.timeLimit(.minutes(30))) struct ModelResumptionTests {
  private let clock = TestClock()

  private func makeStore(_ state: OfficeModel.State = .init()) -> TestStore<OfficeModel> {
    TestStore(initialState: state, exhaustivity: .off) {
      $0.continuousClock = clock
      $0.idempotencyKey = IdempotencyKey("k")
    }
  }

  @Test func `Interrupted work begins again once with the same key`() async {
    let store = makeStore()
    @TestModel var office = store.model
    @TestModel var front = office.$front
    front.begin(["a", "b"])
    #expect(front.begun == ["ab"])
    store.withDependencies { $0.idempotencyKey = IdempotencyKey("other") }
    store.restart()
    office = store.model
    front = office.$front
    #expect(front.begun == ["ab", "ab"])
    front.open()
    await $front.done.assert(["ab k"])
    // The work has ended, so it doesn't begin again.
    await store.finish()
    store.restart()
    #expect(store.model.$front.begun == ["ab", "ab"])
    #expect(store.model.$front.done == ["ab k"])
  }

  @Test func `A progress stays in the state`() async {
    let store = makeStore()
    @TestModel var front = store.model.$front
    front.begin(["a"])
    await $front.progress.assert(50)
    store.restart()
    #expect(store.state.front.progress == 50)
  }

  @Test func `Canceled work doesn't begin again`() async {
    let store = makeStore()
    let front = store.model.$front
    front.begin(["a"])
    front.stop()
    store.restart()
    #expect(store.model.$front.begun == ["a"])
  }

  @Test func `Work of a removed model doesn't begin again`() async {
    let store = makeStore()
    let office = store.model
    office.hire(1)
    office.$clerks[0].begin(["a"])
    office.dismissAll()
    office.hire(1)
    store.restart()
    #expect(store.model.$clerks[0].begun == [])
  }

  @Test func `Only the model that began the work begins it again`() async {
    let store = makeStore()
    let office = store.model
    for id in 1...3 { office.hire(id) }
    office.$clerks[1].begin(["a"])
    office.$back.begin(["b"])
    store.restart()
    let restarted = store.model
    #expect(restarted.$front.begun == [])
    #expect(restarted.$back.begun == ["b", "b"])
    #expect(restarted.$clerks.map(\.begun) == [[], ["a", "a"], []])
  }

  @Test func `Work waits until its model is active, even during another restart`() async {
    let store = makeStore()
    store.model.$back.begin(["b"])
    store.restart()
    #expect(store.state.back.begun == ["b"])
    store.restart()
    #expect(store.model.$back.begun == ["b", "b"])
    store.restart()
    #expect(store.model.$back.begun == ["b", "b", "b"])
  }

  @Test func `Work whose model isn't active for five restarts is only reported`() async {
    let store = makeStore()
    store.model.$back.begin(["b"])
    for _ in 0..<6 { store.restart() }
    #expect(store.model.$back.begun == ["b"])
    #expect(store.model.$back.interruptions == ["begin"])
  }

  @Test func `Work and reports whose model isn't active for ten restarts are discarded`() async {
    let store = makeStore()
    store.model.$back.begin(["b"])
    for _ in 0..<10 { store.restart() }
    #expect(store.model.$back.begun == ["b"])
    #expect(store.model.$back.interruptions == [])
  }

  @Test func `Work begins at most five times`() async {
    let store = makeStore()
    store.model.$front.begin(["a"])
    for count in 2...5 {
      store.restart()
      #expect(store.model.$front.begun.count == count)
    }
    store.restart()
    #expect(store.model.$front.begun.count == 5)
    #expect(store.model.$front.interruptions == ["begin"])
  }

  @Test func `A method reports the interruption to its model`() async {
    let store = makeStore()
    store.model.$front.wait()
    #expect(store.model.$front.isWaiting)
    store.restart()
    #expect(!store.model.$front.isWaiting)
    #expect(store.model.$front.interruptions == ["wait"])
    store.restart()
    #expect(store.model.$front.interruptions == ["wait"])
  }

  @Test func `The tasks of a group report their interruption once each`() async {
    let store = makeStore()
    store.model.$front.waitTwice()
    store.restart()
    #expect(store.model.$front.interruptions == ["group"])
  }

  @Test func `A message applies while the task is running`() async {
    let root = Store<ClerkModel>(initialState: .init(id: 0)) { $0.continuousClock = clock }
    let clerk = root.model
    #expect(root.rootStore.interruptions == [])
    let task = clerk.speak()
    clerk.speak()
    #expect(root.rootStore.interruptions == ["The clerk was interrupted."])
    task.cancel()
    #expect(root.rootStore.interruptions == ["The clerk was interrupted."])
    clerk.hush()
    #expect(root.rootStore.interruptions == [])
  }

  @Test func `A method that isn't declared is reported`() async {
    let store = makeStore()
    let front = store.model.$front
    expectIssues(containing: "“missing” of a ClerkModel can't be stored") {
      front.beginMissing()
    }
    expectIssues(containing: "with an input of type Int") { front.beginWithWrongInput() }
    store.restart()
    #expect(store.model.$front.begun == [])
  }

  @Test func `A large input is reported`() async {
    let store = makeStore()
    let front = store.model.$front
    expectIssues(containing: "The limit is 262144 bytes") {
      front.begin([String(repeating: "a", count: 300_000)])
    }
    store.restart()
    #expect(store.model.$front.begun.count == 1)
  }

  private func expectIssues(containing text: String, _ body: () -> Void) {
    let messages = Messages()
    withKnownIssue {
      body()
    } matching: { issue in
      messages.add("\(issue)")
      return true
    }
    #expect(messages.all.contains { $0.contains(text) })
  }
}

private final class Messages: @unchecked Sendable {
  private(set) var all: [String] = []
  func add(_ text: String) { all.append(text) }
}

private struct OfficeModel: Model {
  struct State: Codable, Equatable {
    @StateModel<ClerkModel> var front = .init(id: 0)
    @StateModel<ClerkModel> var back = .init(id: 0)
    @StateModel<[ClerkModel]> var clerks = []
  }

  @ModelState private var state: State

  func hire(_ id: Int) { state.clerks.append(.init(id: id)) }
  func dismissAll() { state.clerks = [] }
}

private struct ClerkModel: Model {
  struct State: Codable, Equatable, Identifiable {
    let id: Int
    var begun: [String] = []
    var done: [String] = []
    var interruptions: [String] = []
    var isOpen = false
    var isWaiting = false
    var progress = 0
  }

  static var persistedMethods: [PersistedMethod<Self>] {
    [
      PersistedMethod("begin", Self.begin),
      PersistedMethod("interrupted", Self.interrupted),
    ]
  }

  @ModelDependency(\.continuousClock) private var clock
  @ModelDependency(\.idempotencyKey) private var key
  @ModelState private var state: State

  func begin(_ names: [String]) {
    state.begun.append(names.joined())
    task(resume: "begin", with: names) {
      state.progress = 50
      await waitUntil(state.isOpen)
      try Task.checkCancellation()
      state.done.append("\(names.joined()) \(key)")
    } catch: { _ in
    }
    .cancel(for: "work")
    .onInterruption(call: "interrupted", with: "begin")
  }

  /// Lets the work continue.
  func open() { state.isOpen = true }

  func stop() { cancelAll(for: "work") }

  func wait() {
    state.isWaiting = true
    pause().onInterruption(call: "interrupted", with: "wait")
  }

  func waitTwice() {
    withCancellationContext {
      pause()
      pause()
    }
    .onInterruption(call: "interrupted", with: "group")
  }

  func interrupted(_ work: String) {
    state.isWaiting = false
    state.interruptions.append(work)
  }

  @discardableResult
  func speak() -> Cancellable {
    pause().cancel(for: "speech").onInterruption(message: "The clerk was interrupted.")
  }

  func hush() { cancelAll(for: "speech") }

  func beginMissing() { task(resume: "missing") { try? await clock.sleep(for: .seconds(1)) } }

  func beginWithWrongInput() {
    task(resume: "begin", with: 1) { try? await clock.sleep(for: .seconds(1)) }
  }

  @discardableResult
  private func pause() -> Cancellable {
    task { try? await clock.sleep(for: .seconds(1)) }
  }
}
