import CairnDependencies
import CairnFeatures
import CairnViews

/// What all places of a store share: its lock, its dependencies, and what is to be done after a change.
///
/// `@unchecked Sendable`: constants aside, everything is used under the lock.
@usableFromInline
class ModelCore: @unchecked Sendable {
  let isolation: any SettlingIsolation
  /// Those that the store was made with.
  private(set) final var dependencies: DependencyValues
  /// Counts the changes of overrides.
  private(set) final var dependencyVersion: UInt64 = 0
  /// Counts the changes of the state.
  @usableFromInline private(set) final var writes: UInt64 = 0
  /// The tasks that run, those of models that are gone among them.
  private(set) final var tasks: [ObjectIdentifier: TaskOperation] = [:]
  /// What views have read that print why they are evaluated again, by their places.
  final var printedReads: [UInt64: ViewReads] = [:]
  /// Told of what happens, by tests and recorders.
  final var observer: (any StoreObserver)?
  /// Whether the store is gone: nothing is begun any more.
  private(set) final var isEnded = false
  /// Whether tasks are begun.
  final var beginsTasks: Bool { !isEnded && activity == .live }
  /// Whether what is written goes nowhere.
  @usableFromInline private(set) final var isFrozen = false
  private var activity = StoreActivity.live
  /// The property that a binding is writing, or `nil`.
  @usableFromInline final var boundProperty: BoundProperty?
  /// Whether the whole state is being replaced, such as by a stored one.
  final var isReplacing = false

  /// How many accesses lie in one another.
  private var depth = 0
  private var hasChanged = false
  /// How many transactions are open, and the contexts whose observers have to look when all are closed.
  private var transactions = 0
  private var changedContexts: [AnyContext] = []
  /// What is to be called when nobody is in the store.
  private var pending: [() -> Void] = []
  /// Who waits for the next change, whatever it is.
  private var waiters: [ObjectIdentifier: ChangeWaiter] = [:]

  init(isolation: any SettlingIsolation, dependencies: DependencyValues) {
    self.isolation = isolation
    self.dependencies = dependencies
    setActivity(StoreActivityContext.current)
  }

  // MARK: The lock

  /// Enters; to be followed by ``leave(_:)`` on the same thread.
  @usableFromInline
  final func enter() -> Bool {
    let hasEntered = isolation.enter()
    depth += 1
    return hasEntered
  }

  /// Leaves; where nobody is in the store then, calls what waits for that.
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

  /// Runs a closure as one step: observers look when it has ended.
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

  /// Whether observers look at the end of a transaction, and not at once.
  final var isInTransaction: Bool { transactions > 0 }

  final func checkLater(_ context: AnyContext) { changedContexts.append(context) }

  private func checkChangedContexts() {
    let contexts = changedContexts
    changedContexts = []
    for context in contexts { context.checkObservers() }
  }

  /// Calls something when nobody is in the store: foreign code, which may do anything.
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

  /// Tells somebody what happens from now on, after those who were there before.
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

  func begin(_ task: TaskOperation) { tasks[ObjectIdentifier(task)] = task }

  func end(_ task: TaskOperation) {
    tasks[ObjectIdentifier(task)] = nil
    observer?.didEndTask()
  }

  // MARK: Dependencies

  final func noteDependencies() { dependencyVersion += 1 }

  final func change(_ update: (inout DependencyValues) -> Void) {
    update(&dependencies)
    noteDependencies()
  }

  /// Runs a model's own code with its dependencies.
  final func withDependencies<Result>(of context: AnyContext, _ body: () -> Result) -> Result {
    locked { context.dependencies }.asCurrent(body)
  }

  // MARK: The end

  /// Ends all models: the store is gone.
  final func end(_ root: AnyEdge?) {
    locked {
      isEnded = true
      root?.endChildren()
      printedReads = [:]
      for waiter in waiters.values { waiter.signal() }
    }
  }
}
