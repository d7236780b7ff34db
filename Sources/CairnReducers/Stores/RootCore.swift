public import CairnDependencies
package import CairnFeatures

/// The core that owns the state and runs the reducer.
///
/// This code doesn't know the type of the reducer, so it's compiled only once. The reducer itself must be fast, so it's
/// compiled where the store is created, behind ``RootReducer``.
///
/// This class is `@unchecked Sendable` because its mutable state is used only under ``isolation``, which the compiler
/// can't verify. That isolation is the lock of a scene, the store's own lock, or the main actor. Effects hold the core
/// to return to that isolation. With a lock for each access, every action would take several locks.
@usableFromInline
package final class RootCore<State, Action>: Core<State, Action>, EffectHost, RootState,
  ResumingStore, @unchecked Sendable
{
  private var value: State
  /// The version of the state, which increases after each action and each replacement of the state.
  package private(set) var version: UInt64 = 0
  private let reducer: RootReducer<State, Action>
  /// The dependencies of the reducer and its effects. Tests can change them at any time.
  package var dependencies: DependencyValues
  private let storeIsolation: any StoreIsolation
  let settling: (any SettlingIsolation)?
  /// The store's own lock, or `nil` if a scene or the main actor isolates the store. With its own lock, the store must
  /// protect its state itself.
  private let lock: OwnLock?

  /// A waiting action.
  ///
  /// `isBorrowers` is true if a thread that borrowed the isolation sent the action, or if it results from such an
  /// action.
  private typealias Waiting = (action: Action, lineage: Int, cascade: Cascade, isBorrowers: Bool)
  private var waiting: [Waiting] = []
  /// The number of elements in `waiting` that have been taken.
  private var takenCount = 0
  /// The number of actions that are still waiting. It's read for each action, because reading it is faster than reading
  /// the array.
  private var waitingCount = 0
  private var isProcessing = false
  private var actsForBorrower = false
  /// A running effect, and the closure to call when it has ended.
  private typealias Running = (effect: RunningEffect, onEnd: (EffectEnd) -> Void)
  private var running: [ObjectIdentifier: Running] = [:]
  private var live: Set<IdentityPath>?
  private(set) var resuming: EffectResumption?
  /// The key of the last action that began resumable effects without having a key, and the number of that action.
  private var newKey: (action: Int, key: IdempotencyKey)?
  private var actionCount = 0
  /// The number of the next stack element ID at the start of the most recent observed action.
  package private(set) var nextStackElement = 0
  let cancellations = CancellationRegistry()
  /// The intervals of throttled effects. They're created on first use, because few stores have throttled effects.
  private(set) lazy var throttleWindows = ThrottleWindows()

  /// A closure that's called after each action with the new state. Tests and recorders use it.
  package var observer: ((Action, State) -> Void)?
  /// A closure that's called after the state was replaced.
  private var onReplacement: (() -> Void)?
  private var activity = StoreActivity.live
  private var isInReducer = false
  /// Whether even replacing the state is prevented.
  private var isConstant = false

  package init(
    initialState: State, reducer: RootReducer<State, Action>, dependencies: DependencyValues,
    isolation: any StoreIsolation, origin: StoreOrigin? = nil
  ) {
    value = initialState
    self.reducer = reducer
    self.dependencies = dependencies
    self.dependencies.isOfStore = true
    self.dependencies.storeOrigin = origin
    storeIsolation = isolation
    settling = isolation as? any SettlingIsolation
    lock = isolation as? OwnLock
    super.init()
    setActivity(StoreActivityContext.current)
    reserveIDs()
  }

  /// Creates the core of a state that never changes.
  convenience init(stoppedAt state: State, isolation: any StoreIsolation) {
    self.init(
      initialState: state, reducer: .constant, dependencies: ._current, isolation: isolation)
    setActivity(.frozen)
    isConstant = true
  }

  // Effects don't retain their store. When it's released, they can't send actions anymore, so they're canceled.
  deinit {
    for running in running.values { running.effect.abandon() }
  }

  @usableFromInline
  package override var state: State {
    guard let lock else {
      ViewReads.current?.note(stateOf: self)
      return value
    }
    let hasEntered = lock.enter()
    defer { if hasEntered { lock.leave() } }
    ViewReads.current?.note(stateOf: self)
    return value
  }

  package override var root: (any RootState)? { self }

  package override var rootStore: any RootStore<State> { self }

  package func noteRead() -> UInt64? {
    guard let lock else { return noteReadHere() }
    let hasEntered = lock.enter()
    defer { if hasEntered { lock.leave() } }
    return noteReadHere()
  }

  private func noteReadHere() -> UInt64? {
    ViewReads.current?.note(stateOf: self)
    return isInReducer ? nil : version
  }

  package override var isolation: any StoreIsolation { storeIsolation }

  @usableFromInline
  package override var feature: Any.Type { reducer.type }

  /// Replaces the state, for example when a location is opened or a snapshot is restored.
  ///
  /// Effects of features that are no longer in the state are canceled.
  @usableFromInline
  package override func replaceState(_ state: State) {
    guard !isConstant else { return }
    value = state
    version += 1
    live = nil
    reserveIDs()
    cancelWhatIsGone()
    onReplacement?()
  }

  /// Reserves the stack element IDs in the state, so that new elements don't get the same IDs. The state may have been
  /// created elsewhere.
  private func reserveIDs() {
    var visitor = IdentityVisitor()
    dependencies.asCurrent { reducer.visit(value, &visitor) }
    if visitor.generation > 0 { dependencies.stackElementIDs.reserve(below: visitor.generation) }
  }

  package override var origin: StoreOrigin? { dependencies.storeOrigin }

  package override var processesAtOnce: Bool {
    guard let lock else { return !isProcessing }
    let hasEntered = lock.enter()
    defer { if hasEntered { lock.leave() } }
    return !isProcessing
  }

  @usableFromInline
  package override var isReducing: Bool { isInReducer }

  @usableFromInline
  package override func setActionKey(_ key: IdempotencyKey?) {
    dependencies.actionKey = key
  }

  package override func send(_ action: Action) -> Cascade? {
    guard let lock else { return sendHere(action) }
    let hasEntered = lock.enter()
    defer { if hasEntered { lock.leave() } }
    return sendHere(action)
  }

  private func sendHere(_ action: Action) -> Cascade? {
    guard !isProcessing else {
      guard activity != .frozen else { return nil }
      let cascade = Cascade(in: storeIsolation)
      enqueue(action, .max, in: cascade)
      return cascade
    }
    // Most actions have no effects, so a `Cascade` is created only when it's needed.
    var cascade: Cascade?
    process(action, .max, in: &cascade)
    guard let cascade else { return nil }
    cascade.end()
    return cascade.isFinished ? nil : cascade
  }

  @usableFromInline
  package override func observe(_ observer: @escaping (RecordedStep) -> Void) {
    let (earlier, earlierReplacement) = (self.observer, onReplacement)
    self.observer = { action, state in
      earlier?(action, state)
      observer(.action(action))
    }
    onReplacement = {
      earlierReplacement?()
      observer(.write)
    }
  }

  @usableFromInline
  package override func setActivity(_ activity: StoreActivity) {
    guard self.activity != .frozen else { return }
    self.activity = activity
    // In a frozen store, an action appears to be in progress forever, so further actions aren't processed.
    if activity == .frozen { isProcessing = true }
  }

  /// Processes an action that an effect sends.
  private func deliver(_ action: Action, _ lineage: Int, in cascade: Cascade) {
    guard !isProcessing else { return enqueue(action, lineage, in: cascade) }
    var cascade: Cascade? = cascade
    process(action, lineage, in: &cascade)
  }

  private func enqueue(_ action: Action, _ lineage: Int, in cascade: Cascade) {
    guard activity != .frozen else { return }
    let isLent = settling?.isLent == true
    if isInReducer, !isLent { Issue.sendFromReducer(action, state: State.self) }
    cascade.begin()
    waiting.append((action, lineage, cascade, isLent || actsForBorrower))
    waitingCount += 1
  }

  /// Processes an action, and then the actions that were sent in the meantime.
  private func process(_ action: Action, _ lineage: Int, in cascade: inout Cascade?) {
    // The action may come from a presented reducer of another store. The depth of that reducer doesn't apply here.
    let depth = ReduceDepth.depth
    if depth > 0 { ReduceDepth.depth = 0 }
    defer { if depth > 0 { ReduceDepth.leave(to: depth) } }
    isProcessing = true
    turn(action, lineage, in: &cascade)
    while waitingCount > 0 {
      let next = takeWaiting()
      var cascade: Cascade? = next.cascade
      if next.isBorrowers, let settling {
        actsForBorrower = true
        settling.performForBorrower { turn(next.action, next.lineage, in: &cascade) }
        actsForBorrower = false
      } else {
        turn(next.action, next.lineage, in: &cascade)
      }
      next.cascade.end()
    }
    isProcessing = false
  }

  private func takeWaiting() -> Waiting {
    let next = waiting[takenCount]
    takenCount += 1
    waitingCount -= 1
    // Actions are removed in bulk, so that the total time is proportional to the number of actions.
    if waitingCount == 0 || takenCount == 1024 {
      waiting.removeFirst(takenCount)
      takenCount = 0
    }
    return next
  }

  private func reduce(_ action: Action) -> Effect<Action> {
    guard lock != nil else { return dependencies.asCurrent { reducer.reduce(&value, action) } }
    // Another thread that has borrowed the lock may read the state while the reducer runs.
    var next = value
    let effect = dependencies.asCurrent { reducer.reduce(&next, action) }
    value = next
    return effect
  }

  /// Processes one action by running the reducer, updating the identities, and starting the effects.
  ///
  /// - Parameter cascade: The work that the action belongs to. If it's `nil` and the action has effects, it's set to a
  ///   new value.
  private func turn(_ action: Action, _ lineage: Int, in cascade: inout Cascade?) {
    actionCount += 1
    if observer != nil { nextStackElement = dependencies.stackElementIDs.generation }
    isInReducer = true
    let effect = reduce(action)
    isInReducer = false
    version += 1
    live = nil
    if !running.isEmpty { cancelWhatIsGone() }
    observer?(action, value)
    if let operation = effect.operation { start(operation, lineage, in: &cascade) }
    storeIsolation.actionProcessed()
  }

  private func start(
    _ operation: EffectOperation<Action>, _ lineage: Int, in cascade: inout Cascade?
  ) {
    let current = cascade ?? Cascade(in: storeIsolation)
    if cascade == nil {
      current.begin()
      cascade = current
    }
    operation.start(
      in: EffectContext(
        host: self, cascade: current,
        deliver: { [weak self] action, lineage in self?.deliver(action, lineage, in: current) },
        inheritedLineage: lineage, dependencies: dependencies),
      onEnd: { _ in })
  }

  /// Cancels the effects of all features that are no longer in the state.
  private func cancelWhatIsGone() {
    for (effect, _) in running.values where !isLive(effect.path) {
      var rest = effect.path
      repeat { rest = rest.prefix(rest.count - 1) } while !isLive(rest)
      effect.cancel(EffectEnd(remaining: rest.count))
    }
  }

  // MARK: Effects

  func isLive(_ path: IdentityPath) -> Bool {
    path.isEmpty || identities.contains(path)
  }

  package override var identities: Set<IdentityPath> {
    if let live { return live }
    var visitor = IdentityVisitor()
    dependencies.asCurrent { reducer.visit(value, &visitor) }
    live = visitor.live
    return visitor.live
  }

  /// Whether effects that take time may begin.
  var beginsTasks: Bool { activity == .live }

  var keyForResumption: IdempotencyKey {
    if let newKey, newKey.action == actionCount { return newKey.key }
    let key = IdempotencyKey()
    newKey = (actionCount, key)
    return key
  }

  func begin(_ effect: RunningEffect, onEnd: @escaping (EffectEnd) -> Void) {
    effect.origin = EffectOrigin(number: actionCount)
    effect.cascade.begin()
    running[ObjectIdentifier(effect)] = (effect, onEnd)
    storeIsolation.runningEffectsChanged(by: 1)
  }

  func end(_ effect: RunningEffect) {
    guard let (_, onEnd) = running.removeValue(forKey: ObjectIdentifier(effect)) else { return }
    onEnd(effect.finish())
    effect.cascade.end()
    storeIsolation.runningEffectsChanged(by: -1)
  }

  @usableFromInline
  package override func cancelAll() {
    for (effect, _) in running.values { effect.cancel(.ofStore) }
  }

  /// The numbers of the actions whose effects are still running.
  package var originsOfRunningEffects: [Int] {
    running.values.map(\.effect).filter { $0.phase == .running }.compactMap { $0.origin?.number }
  }

  /// The messages that users see if the running effects are interrupted. They're unique, and in the order in which the
  /// effects began.
  @usableFromInline
  package override var interruptions: [String] {
    guard !running.isEmpty else { return [] }
    let messages = running.values.map(\.effect).filter { $0.isLive && $0.interruption != nil }
      .sorted { $0.origin?.number ?? 0 < $1.origin?.number ?? 0 }
      .compactMap(\.interruption)
    return messages.enumerated().filter { !messages[..<$0.offset].contains($0.element) }
      .map(\.element)
  }

  package var resumptions: [EffectResumption] {
    guard !running.isEmpty else { return [] }
    let effects = running.values.map(\.effect).filter { $0.isLive && $0.resumption != nil }
      .sorted { $0.origin?.number ?? 0 < $1.origin?.number ?? 0 }
    // Merged effects of one action also have one key, so that the action is sent once for all of them. Equal effects of
    // several actions have different keys.
    var seen: Set<EffectResumption> = []
    return effects.compactMap(\.resumption).filter { seen.insert($0).inserted }
  }

  package func resume(_ resumption: EffectResumption) -> Bool {
    if resumption.begins, let action = resumption.beginning.flatMap(action) {
      resuming = resumption
      send(action, with: resumption.key)
      resuming = nil
      return true
    }
    guard let action = resumption.report.flatMap(action) else { return false }
    send(action, with: resumption.key.appending("interrupted"))
    return true
  }

  /// Returns the action that a stored action leads to in the current state, or `nil` if there is none.
  private func action(of stored: EffectResumption.StoredAction) -> Action? {
    var visitor = IdentityVisitor()
    visitor.search = StoredActionSearch(stored)
    dependencies.asCurrent { reducer.visit(state, &visitor) }
    return visitor.search?.found as? Action
  }

  private func send(_ action: Action, with key: IdempotencyKey) {
    let outer = dependencies.actionKey
    dependencies.actionKey = key
    _ = send(action)
    dependencies.actionKey = outer
  }

  package var numberOfActions: Int { actionCount }

  package var hasRunningEffects: Bool {
    running.values.contains { $0.effect.phase == .running }
  }
}
