import CairnDependencies
import CairnFeatures
import CairnViews

/// The part of a store that all its contexts share, with its lock, its dependencies, and deferred work.
///
/// `@unchecked Sendable`: Apart from constants, everything is used under the lock.
@usableFromInline
class ModelCore: @unchecked Sendable {
  let isolation: any SettlingIsolation
  /// The dependencies of the store, without the overrides of models.
  private(set) final var dependencies: DependencyValues
  /// The number of changes of the dependencies and overrides.
  private(set) final var dependencyVersion: UInt64 = 0
  /// The number of writes to the state.
  @usableFromInline private(set) final var writes: UInt64 = 0
  /// The running tasks, including tasks of removed models.
  private(set) final var tasks: [ObjectIdentifier: TaskOperation] = [:]
  /// The number of tasks that have begun.
  private var taskCount = 0
  /// The work that a restart interrupted.
  final var interrupted = InterruptedWork()
  /// What views with `printObservedUpdates` have read, by their positions.
  final var printedReads: [UInt64: ViewReads] = [:]
  /// The observer that tests and recorders set.
  final var observer: (any StoreObserver)?
  /// Whether the store has been released, so that it doesn't start more work.
  private(set) final var isEnded = false
  /// Whether the store starts tasks.
  final var beginsTasks: Bool { !isEnded && activity == .live }
  /// Whether writes are ignored.
  @usableFromInline private(set) final var isFrozen = false
  private var activity = StoreActivity.live
  /// The property that a binding is writing, or `nil`.
  @usableFromInline final var boundProperty: BoundProperty?
  /// Whether the whole state is being replaced, such as with a stored one.
  final var isReplacing = false

  /// The number of nested accesses.
  private var depth = 0
  private var hasChanged = false
  /// The number of open transactions, and the contexts whose observers are checked after the outermost one.
  private var transactions = 0
  private var changedContexts: [AnyContext] = []
  /// Closures to call after the outermost access has ended.
  private var pending: [() -> Void] = []
  /// The tasks that wait for the next change in the store.
  private var waiters: [ObjectIdentifier: ChangeWaiter] = [:]

  init(isolation: any SettlingIsolation, dependencies: DependencyValues) {
    self.isolation = isolation
    self.dependencies = dependencies
    setActivity(StoreActivityContext.current)
  }

  // MARK: The lock

  /// Enters the lock. Call ``leave(_:)`` on the same thread afterward.
  @usableFromInline
  final func enter() -> Bool {
    let hasEntered = isolation.enter()
    depth += 1
    return hasEntered
  }

  /// Leaves the lock. When the outermost access ends, it calls the pending closures outside the lock.
  @usableFromInline
  final func leave(_ hasEntered: Bool) {
    if depth == 1, hasChanged {
      hasChanged = false
      observer?.didChange()
      isolation.actionProcessed()
    }
    depth -= 1
    guard depth == 0, !pending.isEmpty else {
      if hasEntered { isolation.leave() }
      return
    }
    let calls = pending
    pending = []
    if hasEntered { isolation.leave() }
    for call in calls { call() }
  }

  final func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
    let hasEntered = enter()
    defer { leave(hasEntered) }
    return try body()
  }

  /// Runs a closure as one step. Observers are checked after the outermost transaction.
  final func transaction<Result>(_ body: () throws -> Result) rethrows -> Result {
    let hasEntered = enter()
    transactions += 1
    defer {
      transactions -= 1
      if transactions == 0 { checkChangedContexts() }
      leave(hasEntered)
    }
    return try body()
  }

  /// Whether observers are checked at the end of a transaction instead of immediately.
  final var isInTransaction: Bool { transactions > 0 }

  final func checkLater(_ context: AnyContext) { changedContexts.append(context) }

  private func checkChangedContexts() {
    let contexts = changedContexts
    changedContexts = []
    for context in contexts { context.checkObservers() }
  }

  /// Calls a closure after the outermost access has ended. Use it for code of the application, which may do
  /// anything.
  final func callLater(_ body: @escaping () -> Void) {
    pending.append(body)
  }

  // MARK: Changes

  @usableFromInline
  final func noteWrite() {
    writes += 1
    hasChanged = true
    guard !waiters.isEmpty else { return }
    for waiter in waiters.values { waiter.signal() }
  }

  final func add(_ waiter: ChangeWaiter) { waiters[ObjectIdentifier(waiter)] = waiter }

  final func remove(_ waiter: ChangeWaiter) { waiters[ObjectIdentifier(waiter)] = nil }

  final func activateLater(_ context: AnyContext) {
    guard !isFrozen else { return }
    callLater { context.activate() }
  }

  // MARK: Recording

  /// Adds an observer, which is called after the existing one.
  final func observe(_ observer: @escaping (RecordedStep) -> Void) {
    locked { self.observer = StepObserver(after: self.observer, observer) }
  }

  final func setActivity(_ activity: StoreActivity) {
    locked {
      guard !isFrozen else { return }
      self.activity = activity
      isFrozen = activity == .frozen
    }
  }

  // MARK: Tasks

  /// Registers a task. Returns its number.
  final func begin(_ task: TaskOperation) -> Int {
    tasks[ObjectIdentifier(task)] = task
    taskCount += 1
    return taskCount
  }

  final func end(_ task: TaskOperation) {
    tasks[ObjectIdentifier(task)] = nil
    observer?.didEndTask()
  }

  /// Returns what to do if work that begins now is interrupted.
  final func resumption(
    of beginning: EffectResumption.StoredAction, _ actionKey: IdempotencyKey?
  ) -> EffectResumption {
    let earlier = interrupted.resuming.flatMap { $0.beginning?.path == beginning.path ? $0 : nil }
    return EffectResumption(
      key: earlier?.key ?? actionKey ?? IdempotencyKey(), starts: (earlier?.starts ?? 0) + 1,
      beginning: beginning, report: nil)
  }

  // MARK: Dependencies

  final func noteDependencies() { dependencyVersion += 1 }

  final func change(_ update: (inout DependencyValues) -> Void) {
    update(&dependencies)
    noteDependencies()
  }

  /// Runs code of the application with a model's dependencies.
  final func withDependencies<Result>(of context: AnyContext, _ body: () -> Result) -> Result {
    locked { context.dependencies }.asCurrent(body)
  }

  // MARK: The end

  /// Deactivates all models, because the store is being released.
  final func end(_ root: AnyEdge?) {
    locked {
      isEnded = true
      root?.endChildren()
      printedReads = [:]
      for waiter in waiters.values { waiter.signal() }
    }
  }
}
