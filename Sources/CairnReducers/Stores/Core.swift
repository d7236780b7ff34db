package import CairnDependencies

/// What is behind a store: a state, and a way to send actions.
///
/// `@unchecked Sendable`: a core is used under the isolation of its root only. Effects hold it to come
/// back to that isolation, and touch it nowhere else.
@usableFromInline
package class Core<State, Action>: @unchecked Sendable {
  @usableFromInline
  package var state: State { preconditionFailure("implemented by subclasses") }

  /// Whether the state is still there.
  package var isValid: Bool { true }

  package var isolation: any StoreIsolation { preconditionFailure("implemented by subclasses") }

  package func send(_ action: Action) -> Cascade? {
    preconditionFailure("implemented by subclasses")
  }

  /// Replaces the state, as a location or a snapshot does.
  package func replaceState(_ state: State) {
    preconditionFailure("only the root's state is replaced")
  }

  /// Cancels every effect.
  package func cancelAll() {
    preconditionFailure("implemented by subclasses")
  }

  @usableFromInline
  package init() {}
}

/// The core that owns the state and runs the reducer.
package final class RootCore<R: Reducer>: Core<R.State, R.Action>, EffectHost, @unchecked Sendable {
  private var value: R.State
  private let reducer: R
  /// The dependencies of the reducer and its effects. Tests change them midway.
  package var dependencies: DependencyValues
  private let storeIsolation: any StoreIsolation

  private var waiting: [(action: R.Action, cascade: Cascade?)] = []
  private var isProcessing = false
  private var running: [ObjectIdentifier: RunningEffect] = [:]
  private var live: Set<[IdentityNode]>?
  private var actionCount = 0

  /// Told of every action, with the state after it. Tests listen here.
  package var observer: ((R.Action, R.State) -> Void)?
  package private(set) var isReducing = false

  package init(
    initialState: R.State, reducer: R, dependencies: DependencyValues,
    isolation: any StoreIsolation
  ) {
    value = initialState
    self.reducer = reducer
    self.dependencies = dependencies
    storeIsolation = isolation
    super.init()
  }

  // Effects do not keep their store: without it there is nobody to send to.
  deinit {
    for effect in running.values { effect.abandon() }
  }

  @usableFromInline
  package override var state: R.State { value }

  package override var isolation: any StoreIsolation { storeIsolation }

  /// Replaces the state, as a location or a snapshot does. Effects of what is gone are cancelled.
  package override func replaceState(_ state: R.State) {
    value = state
    live = nil
    cancelWhatIsGone()
  }

  package override func send(_ action: R.Action) -> Cascade? {
    let cascade = Cascade()
    cascade.begin()
    process(action, in: cascade)
    cascade.end()
    return cascade.isFinished ? nil : cascade
  }

  private func process(_ action: R.Action, in cascade: Cascade) {
    guard !isProcessing else {
      if isReducing { Issue.sendFromReducer(action) }
      cascade.begin()
      waiting.append((action, cascade))
      return
    }
    isProcessing = true
    turn(action, in: cascade)
    while !waiting.isEmpty {
      let next = waiting.removeFirst()
      if let cascade = next.cascade {
        turn(next.action, in: cascade)
        cascade.end()
      }
    }
    isProcessing = false
  }

  /// One action: the reducer, the identities, the effects.
  private func turn(_ action: R.Action, in cascade: Cascade) {
    actionCount += 1
    isReducing = true
    let effect = DependencyValues.$_current.withValue(dependencies) {
      reducer.reduce(into: &value, action: action)
    }
    isReducing = false
    live = nil
    cancelWhatIsGone()
    observer?(action, value)
    if let operation = effect.operation {
      operation.start(
        in: EffectContext(
          host: self, cascade: cascade,
          deliver: { [weak self] action in self?.process(action, in: cascade) },
          dependencies: dependencies),
        onEnd: { _ in })
    }
    storeIsolation.actionProcessed()
  }

  /// Cancels the effects of all that left the state, whoever removed it.
  private func cancelWhatIsGone() {
    for effect in running.values where !isLive(effect.path) { effect.cancel() }
  }

  // MARK: Effects

  func isLive(_ path: [IdentityNode]) -> Bool {
    guard !path.isEmpty else { return true }
    if let live { return live.contains(path) }
    var visitor = IdentityVisitor()
    DependencyValues.$_current.withValue(dependencies) {
      reducer._visit(value, with: &visitor)
    }
    live = visitor.live
    return visitor.live.contains(path)
  }

  func begin(_ effect: RunningEffect) {
    effect.origin = EffectOrigin(number: actionCount)
    effect.cascade.begin()
    running[ObjectIdentifier(effect)] = effect
    storeIsolation.runningEffectsChanged(by: 1)
  }

  func end(_ effect: RunningEffect) {
    guard running.removeValue(forKey: ObjectIdentifier(effect)) != nil else { return }
    effect.end()
    effect.cascade.end()
    storeIsolation.runningEffectsChanged(by: -1)
  }

  func cancel(_ cancellation: Cancellation) {
    for effect in running.values
    where effect.cancellations.contains(where: { cancellation.reaches($0) }) {
      effect.cancel()
    }
  }

  package override func cancelAll() {
    for effect in running.values { effect.cancel() }
  }

  /// The actions, by their number, whose effects still run.
  package var originsOfRunningEffects: [Int] {
    running.values.filter { $0.phase == .running }.compactMap { $0.origin?.number }
  }

  package var numberOfActions: Int { actionCount }

  package var hasRunningEffects: Bool {
    running.values.contains { $0.phase == .running }
  }
}

/// The core of a part of another core's state.
@usableFromInline
package final class ScopedCore<
  ParentState, ParentAction, State, Action
>: Core<State, Action>, @unchecked Sendable {
  private let parent: Core<ParentState, ParentAction>
  private let extract: (ParentState) -> State?
  private let embed: (Action) -> ParentAction
  /// What was there last: a view that still holds the store of what is gone reads this.
  private var last: State

  @usableFromInline
  package init(
    parent: Core<ParentState, ParentAction>, initial: State,
    extract: @escaping (ParentState) -> State?, embed: @escaping (Action) -> ParentAction
  ) {
    self.parent = parent
    self.extract = extract
    self.embed = embed
    last = initial
    super.init()
  }

  @usableFromInline
  package override var state: State {
    if let state = extract(parent.state) { last = state }
    return last
  }

  package override var isValid: Bool { parent.isValid && extract(parent.state) != nil }

  package override var isolation: any StoreIsolation { parent.isolation }

  package override func send(_ action: Action) -> Cascade? {
    parent.send(embed(action))
  }
}
