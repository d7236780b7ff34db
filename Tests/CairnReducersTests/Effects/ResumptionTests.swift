import Cairn
import CairnFeatures
import CairnTesting
import Testing

@testable import CairnReducers

/// Effects that a restart cuts short begin again, or report that to their features.
@MainActor @Suite(.timeLimit(.minutes(30))) struct ResumptionTests {
  @Reducer
  struct Job {
    @ObservableState
    struct State: Codable, Equatable {
      var done: [String] = []
      var isWaiting = false
    }

    enum Action: Equatable {
      case begin([String])
      case done(String)
      case interrupted
      case stop
      case wait
    }

    private enum CancelID { case job }

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .begin(let names):
          return .run(resume: action) { send in
            @Dependency(\.idempotencyKey) var key
            try await clock.sleep(for: .seconds(1))
            await send(.done("\(names.joined()) \(key)"))
          }
          .cancellable(id: CancelID.job)
        case .done(let name):
          state.done.append(name)
          return .none
        case .interrupted:
          state.isWaiting = false
          return .none
        case .stop:
          return .cancel(id: CancelID.job)
        case .wait:
          state.isWaiting = true
          return .run { _ in try await clock.sleep(for: .seconds(1)) }
            .onInterruption(send: .interrupted)
        }
      }
      .persistedAction(\.begin)
      .persistedAction(\.interrupted)
    }
  }

  @Reducer
  struct Office {
    @ObservableState
    struct State: Codable, Equatable {
      var front = Job.State()
      var back = Job.State()
      @Presents var destination: Destination.State?
      var path = StackState<Path.State>()
    }

    enum Action {
      case back(Job.Action)
      case close
      case destination(PresentationAction<Destination.Action>)
      case front(Job.Action)
      case path(StackActionOf<Path>)
    }

    @Reducer(state: .codable, .equatable)
    enum Destination { case job(Job) }

    @Reducer(state: .codable, .equatable)
    enum Path { case job(Job) }

    var body: some ReducerOf<Self> {
      Scope(state: \.front, action: \.front) { Job() }
      Scope(state: \.back, action: \.back) { Job() }
      Reduce { state, action in
        if case .close = action { state.destination = nil }
        return .none
      }
      .ifLet(\.$destination, action: \.destination)
      .forEach(\.path, action: \.path)
    }
  }

  private let clock = TestClock()

  private func job(_ key: String = "k") -> TestStoreOf<Job> {
    TestStore(initialState: Job.State()) {
      Job()
    } withDependencies: {
      $0.continuousClock = clock
      $0.idempotencyKey = IdempotencyKey(key)
    }
  }

  private func office(_ state: Office.State = Office.State()) -> TestStoreOf<Office> {
    TestStore(initialState: state) {
      Office()
    } withDependencies: {
      $0.continuousClock = clock
      $0.idempotencyKey = IdempotencyKey("k")
    }
  }

  @Test func `Interrupted work begins again with the same key`() async {
    let store = job()
    await store.send(.begin(["a", "b"]))
    store.dependencies.idempotencyKey = IdempotencyKey("other")
    await store.restart()
    await store.receive(.begin(["a", "b"]))
    await clock.advance(by: .seconds(1))
    await store.receive(.done("ab k")) { $0.done = ["ab k"] }
    // The work has ended, so it doesn't begin again.
    await store.restart()
    await store.finish()
  }

  @Test func `Canceled work doesn't begin again`() async {
    let store = job()
    await store.send(.begin(["a"]))
    await store.send(.stop)
    await store.restart()
    await store.finish()
  }

  @Test func `Work that was interrupted again and again isn't begun anymore`() async {
    let store = job()
    await store.send(.begin(["a"]))
    for _ in 1..<5 {
      await store.restart()
      await store.receive(.begin(["a"]))
    }
    await store.restart()
    await store.finish()
  }

  @Test func `An action reports the interruption to its feature`() async {
    let store = job()
    await store.send(.wait) { $0.isWaiting = true }
    await store.restart()
    await store.receive(.interrupted) { $0.isWaiting = false }
    await store.restart()
    await store.finish()
  }

  @Test func `Each feature gets its own action`() async {
    var state = Office.State()
    state.destination = .job(Job.State())
    state.path = StackState([.job(Job.State()), .job(Job.State())])
    let id = state.path.ids[1]
    let store = office(state)
    await store.send(.back(.begin(["b"])))
    await store.send(.destination(.presented(.job(.begin(["d"])))))
    await store.send(.path(.element(id: id, action: .job(.wait)))) {
      $0.path[id: id, case: \.job]?.isWaiting = true
    }
    await store.restart()
    await store.receive(\.back.begin)
    await store.receive(\.destination.job.begin)
    await store.receive(\.path[id: id].job.interrupted) {
      $0.path[id: id, case: \.job]?.isWaiting = false
    }
    await store.send(.close) { $0.destination = nil }
    await clock.advance(by: .seconds(1))
    await store.receive(\.back.done) { $0.back.done = ["b k"] }
    await store.finish()
  }

  @Test func `The work of a removed feature doesn't begin again`() async {
    var state = Office.State()
    state.destination = .job(Job.State())
    let store = office(state)
    await store.send(.destination(.presented(.job(.begin(["d"])))))
    await store.send(.close) { $0.destination = nil }
    await store.restart()
    await store.finish()
  }

  private func core() -> RootCore<Office.State, Office.Action> {
    RootCore(
      initialState: Office.State(), reducer: RootReducer(Office()),
      dependencies: DependencyValues._current, isolation: MainActorIsolation.shared)
  }

  @Test(arguments: [
    (#"["a"]"#, "front.begin", true), (#"{"a":1}"#, "front.begin", false),
    (#"["a"]"#, "front.start", false), (#"["a"]"#, "destination.presented.job.begin", false),
    ("", "front.begin", false),
  ])
  func `A stored action is sent only if its case, its payload, and its feature are there`(
    payload: String, path: String, isSent: Bool
  ) {
    withDependencies {
      $0.continuousClock = clock
    } operation: {
      let core = core()
      let stored = EffectResumption(
        key: IdempotencyKey("k"), starts: 1,
        beginning: .init(path: path, payload: Array(payload.utf8)), report: nil)
      let hasSent = core.resume(stored)
      #expect(hasSent == isSent)
      #expect(core.resumptions.count == (isSent ? 1 : 0))
      core.cancelAll()
    }
  }

  @Test func `If the payload can't be decoded, the feature gets the report`() {
    let core = core()
    var actions: [String] = []
    core.observer = { action, _ in actions.append("\(action)") }
    let hasSent = core.resume(
      EffectResumption(
        key: IdempotencyKey("k"), starts: 1,
        beginning: .init(path: "front.begin", payload: []),
        report: .init(path: "front.interrupted", payload: [])))
    #expect(hasSent)
    #expect(actions.count == 1)
    #expect(actions.first?.contains("front") == true)
    #expect(actions.first?.contains("interrupted") == true)
  }

  @Test func `Equal work of several actions begins again for each of them`() {
    withDependencies {
      $0.continuousClock = clock
    } operation: {
      let core = core()
      _ = core.send(.front(.begin(["a"])))
      _ = core.send(.front(.begin(["a"])))
      _ = core.send(.front(.begin(["b"])))
      let interrupted = core.resumptions
      #expect(
        interrupted.map { $0.beginning.map { String(decoding: $0.payload, as: UTF8.self) } }
          == [#"["a"]"#, #"["a"]"#, #"["b"]"#])
      #expect(interrupted.map { $0.beginning?.path } == Array(repeating: "front.begin", count: 3))
      #expect(Set(interrupted.map(\.key)).count == 3)
      core.cancelAll()
      #expect(core.resumptions.isEmpty)

      let next = self.core()
      let sent = interrupted.map { next.resume($0) }
      #expect(sent == [true, true, true])
      #expect(next.resumptions.map(\.key) == interrupted.map(\.key))
      #expect(next.resumptions.map(\.starts) == [2, 2, 2])
      next.cancelAll()
    }
  }

  @Test(arguments: [IdempotencyKey("k"), nil])
  func `Merged work begins again with one action`(key: IdempotencyKey?) {
    let clock = clock
    let merging = Reduce<Job.State, Job.Action> { _, action in
      let work: @Sendable (Send<Job.Action>) async throws -> Void = { _ in
        try await clock.sleep(for: .seconds(1))
      }
      return .merge(.run(resume: action, operation: work), .run(resume: action, operation: work))
    }
    .persistedAction(\.begin)
    func core() -> RootCore<Job.State, Job.Action> {
      RootCore(
        initialState: Job.State(), reducer: RootReducer(merging),
        dependencies: DependencyValues._current, isolation: MainActorIsolation.shared)
    }
    let first = core()
    first.setActionKey(key)
    _ = first.send(.begin(["a"]))
    let interrupted = first.resumptions
    #expect(interrupted.count == 1)
    first.cancelAll()

    let second = core()
    let sent = interrupted.map { second.resume($0) }
    #expect(sent == [true])
    #expect(second.resumptions == interrupted.map(\.begun))
    second.cancelAll()
  }

  @Test func `An action that can't be stored doesn't affect the other one`() {
    let beginning = EffectResumption.StoredAction(path: "begin", payload: [1])
    let report = EffectResumption.StoredAction(path: "interrupted", payload: [])
    let resumption = EffectResumption(
      key: IdempotencyKey("k"), starts: 1, beginning: beginning, report: report)
    let reporting = resumption.storing { $0 == report }
    #expect(reporting?.beginning == nil)
    #expect(reporting?.report == report)
    let beginsAgain = resumption.storing { $0 == beginning }
    #expect(beginsAgain?.beginning == beginning)
    #expect(beginsAgain?.report == nil)
    #expect(resumption.storing { _ in true } == resumption)
    #expect(resumption.storing { _ in false } == nil)
  }

  @Test func `An action that isn't declared is reported, and the work runs`() async {
    let store = TestStore(initialState: Job.State()) {
      Reduce<Job.State, Job.Action> { state, action in
        switch action {
        case .begin: return .run(resume: action) { await $0(.done("x")) }
        case .done(let name):
          state.done.append(name)
          return .none
        default: return .none
        }
      }
    }
    await expectIssue("persistedAction") { await store.send(.begin([])) }
    await store.receive(.done("x")) { $0.done = ["x"] }
    await store.finish()
  }

  @Test func `A payload that's too large is reported, and the work runs`() async {
    let store = job()
    let name = String(repeating: "x", count: 256 * 1024)
    await expectIssue("The limit is 262144 bytes") { await store.send(.begin([name])) }
    await clock.advance(by: .seconds(1))
    await store.receive(.done("\(name) k")) { $0.done = ["\(name) k"] }
    await store.finish()
  }
}
