import CairnDependencies
import IssueReporting

/// The place of a model: its state is read and written here.
final class ModelContext<M: Model>: AnyContext, @unchecked Sendable {
  let access: StateAccess<M.State>
  /// The state that it had when it was removed.
  private var last: M.State?
  private var observers: [any StateObserver<M.State>] = []

  init(
    core: ModelCore, parent: AnyContext?, edge: AnyEdge?, key: AnyHashable,
    access: StateAccess<M.State>
  ) {
    self.access = access
    super.init(core: core, parent: parent, edge: edge, key: key)
  }

  override var modelType: Any.Type { M.self }
  override var anyState: Any { current }

  // MARK: Reading

  /// The state, from any task.
  var state: M.State { core.locked { current } }

  /// The state, under the lock.
  var current: M.State { withCurrent { $0 } }

  /// Reads the state under the lock.
  func withCurrent<Result>(_ body: (M.State) -> Result) -> Result {
    if let last { return body(last) }
    var result: Result?
    access.read { result = body($0) }
    guard let result else {
      preconditionFailure("The place of a \(M.self) is there, and its state is not.")
    }
    return result
  }

  // MARK: Writing

  /// Changes the state, from any task.
  func write(_ body: (inout M.State) -> Void) {
    var write = StateWrite(self)
    defer { write.end() }
    body(&write.state)
  }

  /// Makes a value the state, under the lock; of a model that is gone nothing is kept.
  func commit(_ new: M.State) {
    guard isActive, withCurrent({ $0 != new }) else { return }
    core.noteWrite()
    if edges.isEmpty, !M._mayChangeIdentity {
      makeUnique()
      access.modify { $0 = new }
    } else {
      replace(by: new)
    }
    for context in lineage { context.noteChange() }
  }

  /// Makes a value the state where others' states are in it, or where it is another's now.
  private func replace(by new: M.State) {
    let old = current
    let isSame = M.hasSameStructure(old, new)
    makeUnique()
    if isSame {
      access.modify { $0 = new }
      rebaseEdges()
    } else {
      edge?.replaceElement(of: self) { self.access.modify { $0 = new } }
    }
    // Until here: what contexts of children refer to is a part of it.
    withExtendedLifetime(old) {}
  }

  /// Gives the children their places in a state that has replaced another.
  func rebaseEdges() {
    for edge in edges.values { edge.rebase() }
  }

  override func followState() {
    rebaseEdges()
    noteChange()
  }

  // MARK: Children

  /// The models at a property of the state.
  func models<C: ModelContainer>(
    at keyPath: WritableKeyPath<M.State, StateModel<C>>
  ) -> C {
    core.locked {
      guard isActive else {
        return detached(at: keyPath)
      }
      return edge(at: keyPath).models()
    }
  }

  /// What is on the way to the models at a property of the state. Under the lock.
  func edge<C: ModelContainer>(
    at keyPath: WritableKeyPath<M.State, StateModel<C>>
  ) -> Edge<M, C> {
    if let known = edges[keyPath] as? Edge<M, C> { return known }
    let edge = Edge(self, keyPath)
    add(edge, at: keyPath)
    return edge
  }

  /// Models of what is gone with its parent: they read what was there, and write nowhere.
  private func detached<C: ModelContainer>(
    at keyPath: WritableKeyPath<M.State, StateModel<C>>
  ) -> C {
    let edge = Edge(self, keyPath)
    let models = edge.models(isDetached: true)
    edge.endChildren()
    return models
  }

  // MARK: Observers

  func add(_ observer: any StateObserver<M.State>) {
    observers.append(observer)
  }

  func remove(_ observer: any StateObserver<M.State>) {
    observers.removeAll { $0 === observer }
  }

  override func checkObservers() {
    guard !observers.isEmpty else { return }
    withCurrent { state in
      for observer in observers { observer.check(state) }
    }
  }

  // MARK: Life

  override func callOnActivate() {
    core.withDependencies(of: self) { model.onActivate() }
  }

  override func keepLastState() {
    last = current
    for observer in observers { observer.finish() }
    observers = []
  }

  override func dismiss() -> Bool {
    guard isActive, let edge else { return false }
    return edge.remove(access) || parent?.dismiss() == true
  }
}

/// A change of a model's state while it is made.
///
/// The state is taken out, changed, and put back, so that a read meanwhile sees what was there before.
struct StateWrite<M: Model> {
  private let context: ModelContext<M>
  private let hasEntered: Bool
  private let writes: UInt64
  var state: M.State

  init(_ context: ModelContext<M>) {
    self.context = context
    hasEntered = context.core.enter()
    state = context.current
    writes = context.core.writes
  }

  mutating func end() {
    if context.core.writes != writes { reportOverlap() }
    context.commit(state)
    context.core.leave(hasEntered)
  }

  private func reportOverlap() {
    reportIssue(
      """
      The state of a \(M.self) was changed by an expression in which other state of its store was \
      changed as well.

      What the expression made of this state is kept; where the other state was a part of it, that \
      change is lost. Change one after the other.
      """)
  }
}
