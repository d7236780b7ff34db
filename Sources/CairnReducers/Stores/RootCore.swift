public import CairnDependencies
package import CairnFeatures

/// The core that owns the state and runs the reducer.
///
/// Its code does not know the reducer's type, and so is compiled once. What has to be quick, the
/// reducer itself, is compiled where the store is made, behind ``RootReducer``.
///
/// `@unchecked Sendable`: what changes is used under ``isolation`` only, which the compiler can't see: it is the lock
/// of a scene or of the store, or the main actor. Effects hold the core to come back to that isolation. A lock for
/// each access would be taken several times for each action.
@usableFromInline
package final class RootCore<State, Action>: Core<State, Action>, EffectHost, RootState, RootStore,
  @unchecked Sendable
{
  private var value: State
  /// Another one after each action, and each time that the state is replaced.
  package private(set) var version: UInt64 = 0
  private let reducer: RootReducer<State, Action>
  /// The dependencies of the reducer and its effects. Tests change them midway.
  package var dependencies: DependencyValues
  private let storeIsolation: any StoreIsolation
  let settling: (any SettlingIsolation)?
  /// The lock, where it is the store's own: nobody else sees to it that the store is used in one place.
  private let lock: OwnLock?

  /// An action, and whether a thread to which the isolation was lent has sent it, or what it sent led to it.
  private typealias Waiting = (action: Action, lineage: Int, cascade: Cascade, isBorrowers: Bool)
  private var waiting: [Waiting] = []
  /// How many of them have been taken.
  private var takenCount = 0
  /// How many actions wait: read for each action, sooner than the array.
  private var waitingCount = 0
  private var isProcessing = false
  private var actsForBorrower = false
  /// An effect that runs, and what is called when it has ended.
  private typealias Running = (effect: RunningEffect, onEnd: (EffectEnd) -> Void)
  private var running: [ObjectIdentifier: Running] = [:]
  private var live: Set<IdentityPath>?
  private var actionCount = 0
  /// The number of the next stack element's id as the action came that was observed last.
  package private(set) var nextStackElement = 0
  let cancellations = CancellationRegistry()
  /// Made by the first throttled effect: few stores have one.
  private(set) lazy var throttleWindows = ThrottleWindows()

  /// Told of every action, with the state after it. Tests and recorders listen here.
  package var observer: ((Action, State) -> Void)?
  /// Told when the state was replaced.
  private var onReplacement: (() -> Void)?
  private var activity = StoreActivity.live
  private var isInReducer = false
  /// Whether the state can't be replaced either.
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

  /// The core of a state that never changes.
  convenience init(stoppedAt state: State, isolation: any StoreIsolation) {
    self.init(
      initialState: state, reducer: .constant, dependencies: ._current, isolation: isolation)
    setActivity(.frozen)
    isConstant = true
  }

  // Effects do not keep their store: without it there is nobody to send to.
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

  /// Replaces the state, as a location or a snapshot does. Effects of what is gone are cancelled.
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

  /// Ids of a state that was made elsewhere are given to no other element.
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
    // Most actions have no effects, and nothing is made for them.
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
    // Who sends meets somebody who is at it, and never is done.
    if activity == .frozen { isProcessing = true }
  }

  /// Sends an action of an effect.
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

  /// An action and those that are sent meanwhile.
  private func process(_ action: Action, _ lineage: Int, in cascade: inout Cascade?) {
    // A reducer of another store may be sending, one that is presented there.
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
    // Taken in bulk, so that any number of actions takes time in proportion.
    if waitingCount == 0 || takenCount == 1024 {
      waiting.removeFirst(takenCount)
      takenCount = 0
    }
    return next
  }

  private func reduce(_ action: Action) -> Effect<Action> {
    guard lock != nil else { return dependencies.asCurrent { reducer.reduce(&value, action) } }
    // Another thread, to which the lock is lent, may read the state in the middle of the reducer.
    var next = value
    let effect = dependencies.asCurrent { reducer.reduce(&next, action) }
    value = next
    return effect
  }

  /// One action: the reducer, the identities, the effects.
  ///
  /// A cascade is begun where there is none and an effect needs it.
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

  /// Cancels the effects of all that left the state, whoever removed it.
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

  /// Whether effects that take time are begun.
  var beginsTasks: Bool { activity == .live }

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

  /// The actions, by their number, whose effects still run.
  package var originsOfRunningEffects: [Int] {
    running.values.map(\.effect).filter { $0.phase == .running }.compactMap { $0.origin?.number }
  }

  /// What users are told where the running effects are cut off, in the order of their beginning, each
  /// once.
  @usableFromInline
  package override var interruptions: [String] {
    guard !running.isEmpty else { return [] }
    let messages = running.values.map(\.effect).filter { $0.isLive && $0.interruption != nil }
      .sorted { $0.origin?.number ?? 0 < $1.origin?.number ?? 0 }
      .compactMap(\.interruption)
    return messages.enumerated().filter { !messages[..<$0.offset].contains($0.element) }
      .map(\.element)
  }

  package var numberOfActions: Int { actionCount }

  package var hasRunningEffects: Bool {
    running.values.contains { $0.effect.phase == .running }
  }
}
