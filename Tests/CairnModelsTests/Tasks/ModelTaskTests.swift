import CairnModels
import CairnModelsTesting
import IssueReportingTestSupport
import Testing

/// Tests asynchronous work of models and what ends it.
@Suite(.timeLimit(.minutes(30))) struct ModelTaskTests {
  private let log = Log()

  private func makeStore(_ state: Worker.State = .init()) -> TestStore<Boss> {
    TestStore(initialState: .init(worker: state), exhaustivity: .off) { [log] in $0.log = log }
  }

  @Test func `A task writes its result`() async {
    let store = makeStore()
    @TestModel var worker = store.model.$worker
    worker.work { 5 }
    await $worker.result.assert(5)
  }

  @Test func `An error is caught, and a cancellation isn't`() async {
    let store = makeStore()
    @TestModel var worker = store.model.$worker
    worker.work { throw Failure() }
    await $worker.failures.assert(1)
    worker.work { throw CancellationError() }
    let task = worker.work {
      try await forever()
      return 0
    }
    task.cancel()
    await store.finish()
    #expect(worker.failures == 1)
  }

  @Test func `A task ends with its model`() async {
    let store = makeStore()
    let boss = store.model
    let worker = boss.show(.init())
    worker.work { [log] in
      do { try await forever() } catch { log.add("canceled") }
      return 1
    }
    boss.dismissExtra()
    await store.finish()
    #expect(log.lines == ["canceled"])
    // Work doesn't begin on a removed model.
    worker.work { [log] in
      log.add("begun")
      return 1
    }
    await store.finish()
    #expect(log.lines == ["canceled"])
    #expect(worker.result == 0)
  }

  @Test func `Elements are handled one after another`() async {
    let store = makeStore()
    @TestModel var worker = store.model.$worker
    worker.handle([1, 2, 3])
    await store.finish()
    #expect(log.lines == ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"])
  }

  @Test func `The next element cancels the previous one`() async {
    let store = makeStore()
    @TestModel var worker = store.model.$worker
    worker.handleLatest()
    for count in 1...3 { worker.set(count) }
    await $worker.result.assert(3)
    await store.finish()
    #expect(log.lines.filter { $0.hasPrefix("end") } == ["end 3"])
    #expect(log.lines.contains("cancel 2"))
  }

  @Test func `An error thrown for an element is caught or reported`() async {
    let store = makeStore()
    let worker = store.model.$worker
    worker.handleThrowing { [log] _ in log.add("caught") }
    await store.finish()
    #expect(log.lines == ["caught"])
    await withKnownIssue {
      worker.handleThrowing(nil)
      await store.finish()
    } matching: {
      "\($0)".contains("'forEach' of a Worker ended with an unhandled error")
    }
  }

  @Test func `With cancelPrevious, an error also ends the loop`() async {
    let store = makeStore()
    let worker = store.model.$worker
    worker.handleThrowingLatest { [log] _ in log.add("caught") }
    await store.finish()
    #expect(log.lines == ["caught"])
    worker.set(1)
    await store.finish()
    #expect(log.lines == ["caught"])
  }

  @Test func `Canceling the loop cancels its last element`() async {
    let store = makeStore()
    let worker = store.model.$worker
    let handle = worker.handleForever()
    await log.wait(forLines: 1)
    handle.cancel()
    await ended("2", and: "begin 2")
  }

  @Test func `Waiting returns when its condition is true now or later`() async {
    let store = makeStore()
    let worker = store.model.$worker
    worker.set(3)
    await worker.waitUntil(worker.count == 3)
    async let wait: Void = worker.waitUntil(worker.count == 5)
    worker.set(4)
    worker.set(5)
    await wait
    #expect(worker.count == 5)
    let canceled = Task { await worker.waitUntil(worker.count == 6) }
    canceled.cancel()
    await canceled.value
  }

  // MARK: Cancellation

  @Test func `A key is a value or a type and belongs to a model`() async {
    let store = makeStore()
    let (boss, worker) = (store.model, store.model.$worker)
    worker.wait("a").cancel(for: "key")
    worker.wait("b").cancel(for: 1)
    worker.wait("c").cancel(for: Worker.self)
    boss.wait("d").cancel(for: "key")
    boss.cancelAll(for: "key")
    await ended("d")
    worker.cancelAll(for: 2)
    worker.cancelAll(for: "1")
    worker.cancelAll(for: 1)
    await ended("d", "b")
    worker.cancelAll(for: Boss.self)
    worker.cancelAll(for: Worker.self)
    await ended("d", "b", "c")
    worker.cancelAll(for: "key")
    await ended("d", "b", "c", "a")
  }

  @Test func `A task with cancelInFlight replaces the previous task`() async {
    let store = makeStore()
    let worker = store.model.$worker
    for name in ["a", "b", "c"] { worker.wait(name).cancel(for: "key", cancelInFlight: true) }
    await ended("a", "b")
    for name in ["d", "e"] { worker.wait(name).cancelInFlight() }
    await ended("a", "b", "d")
    worker.wait("f").cancelInFlight()
    worker.cancelAll(for: "key")
    await ended("a", "b", "d", "c")
  }

  @Test func `A cancellation context cancels the tasks begun in it`() async {
    let store = makeStore()
    let worker = store.model.$worker
    worker.withCancellationContext(for: Worker.self) {
      worker.wait("a")
      worker.wait("b")
    }
    worker.wait("c").cancel(for: "other")
    worker.cancelAll(for: Worker.self)
    await ended("a", "b")
    let group = worker.withCancellationContext {
      worker.wait("d")
      worker.wait("e")
    }
    group.cancel()
    await ended("a", "b", "d", "e")
    worker.cancelAll(for: "other")
  }

  @Test func `A context for all models cancels each model's own tasks`() async {
    let store = makeStore()
    let worker = store.model.$worker
    let extra = store.model.show(.init())
    withCancellationContext(Worker.self) {
      worker.wait("a")
      withCancellationContext("key") { extra.wait("b") }
    }
    extra.wait("c")
    worker.cancelAll(for: Worker.self)
    await ended("a")
    extra.cancelAll(for: Worker.self)
    await ended("a", "b")
    store.model.dismissExtra()
    await ended("a", "b", "c")
  }

  @Test func `The cancel handler is called once`() async {
    let store = makeStore()
    let worker = store.model.$worker
    worker.onCancel { [log] in log.add("a") }.cancel(for: "key")
    let handle = worker.onCancel { [log] in log.add("b") }
    worker.cancelAll(for: "key")
    worker.cancelAll(for: "key")
    handle.cancel()
    handle.cancel()
    #expect(log.lines == ["a", "b"])
    let extra = store.model.show(.init())
    extra.onCancel { [log] in log.add("c") }
    store.model.dismissExtra()
    #expect(log.lines == ["a", "b", "c"])
    // A removed model calls the handler immediately.
    extra.onCancel { [log] in log.add("d") }
    #expect(log.lines == ["a", "b", "c", "d"])
  }

  /// Waits until as many tasks have ended, and expects exactly these, in any order.
  private func ended(_ names: String..., and others: String...) async {
    let expected = (names.map { "end of \($0)" } + others).sorted()
    await log.wait(forLines: expected.count)
    #expect(log.lines.sorted() == expected)
  }
}

/// Waits until the task is canceled.
private func forever() async throws {
  while true { try await Task.sleep(for: .seconds(3600)) }
}

private struct Failure: Error {}

private struct Boss: Model {
  struct State: Equatable {
    @StateModel<Worker> var worker = .init()
    @StateModel<Worker?> var extra = nil
  }

  @ModelDependency(\.log) var log
  @ModelState private var state: State

  /// Shows a worker and returns its model.
  func show(_ worker: Worker.State) -> Worker {
    state.extra = worker
    guard let extra: Worker = self.$extra else { fatalError("The worker was just shown.") }
    return extra
  }

  func dismissExtra() { state.extra = nil }

  @discardableResult
  func wait(_ name: String) -> Cancellable {
    task { [log] in
      try? await forever()
      log.add("end of \(name)")
    }
  }
}

private struct Worker: Model {
  struct State: Equatable {
    var count = 0
    var result = 0
    var failures = 0
  }

  @ModelDependency(\.log) var log
  @ModelState private var state: State

  func set(_ count: Int) { state.count = count }

  @discardableResult
  func work(_ body: @escaping @Sendable () async throws -> Int) -> Cancellable {
    task {
      state.result = try await body()
    } catch: { _ in
      state.failures += 1
    }
  }

  @discardableResult
  func wait(_ name: String) -> Cancellable {
    task { [log] in
      try? await forever()
      log.add("end of \(name)")
    }
  }

  func handle(_ numbers: [Int]) {
    forEach(numbers.stream) { number in
      log.add("begin \(number)")
      await Task.yield()
      log.add("end \(number)")
    }
  }

  func handleLatest() {
    forEach(values(of: \.count), cancelPrevious: true) { [log] count in
      do {
        // Only the last element isn't canceled.
        if count < 3 { try await forever() }
      } catch {
        log.add("cancel \(count)")
        throw error
      }
      log.add("end \(count)")
      state.result = count
    }
    .cancel(for: "latest")
    task {
      await waitUntil(state.result == 3)
      cancelAll(for: "latest")
    }
  }

  func handleThrowingLatest(_ handler: @escaping @Sendable (any Error) -> Void) {
    forEach(
      values(of: \.count), cancelPrevious: true, perform: { _ in throw Failure() }, catch: handler)
  }

  func handleForever() -> Cancellable {
    forEach([1, 2].stream, cancelPrevious: true) { [log] number in
      if number == 2 { log.add("begin 2") }
      try? await forever()
      if number == 2 { log.add("end of 2") }
    }
  }

  func handleThrowing(_ handler: (@Sendable (any Error) -> Void)?) {
    forEach([1, 2].stream, perform: { _ in throw Failure() }, catch: handler)
  }
}

extension Array where Element: Sendable {
  fileprivate var stream: AsyncStream<Element> {
    AsyncStream { continuation in
      for element in self { continuation.yield(element) }
      continuation.finish()
    }
  }
}
