import CairnDependencies
import CairnFeatures
import IssueReporting

/// The position of a model in a store. It reads and writes the model's state.
///
/// `@unchecked Sendable`: It's used under the store's lock, like ``AnyContext``.
@usableFromInline
final class ModelContext<M: Model>: AnyContext, @unchecked Sendable {
  @usableFromInline let access: StateAccess<M.State>
  /// The state at the time of its removal.
  @usableFromInline var last: M.State?

  @inlinable
  init(core: ModelCore, edge: AnyEdge, key: AnyHashable, access: StateAccess<M.State>) {
    self.access = access
    super.init(core: core, edge: edge, key: key, isPart: access.whole == nil)
  }

  override var modelType: Any.Type { M.self }

  // MARK: Reading

  /// The state. You can read it from any task.
  @inlinable
  var state: M.State {
    let hasEntered = core.enter()
    defer { core.leave(hasEntered) }
    return current
  }

  /// The state. The caller must hold the lock.
  @inlinable
  var current: M.State {
    guard let state = isActive ? access.value : last else { Self.stateIsMissing() }
    return state
  }

  /// Returns a part of the state. The caller must hold the lock.
  @inlinable
  func part<Value>(_ keyPath: KeyPath<M.State, Value>) -> Value {
    // Read it in place, because a copy of the whole state is rarely needed.
    if isActive, let whole = access.whole {
      return whole._withUnsafeGuaranteedRef { $0.box.value[keyPath: keyPath] }
    }
    return current[keyPath: keyPath]
  }

  @usableFromInline
  static func stateIsMissing() -> Never {
    preconditionFailure("The state of a \(M.self) is missing, although the model still exists.")
  }

  // MARK: Writing

  /// Changes the state. It can be called from any task.
  @inlinable
  func write(_ body: (inout M.State) -> Void) {
    var write = StateWrite(self)
    defer { write.end() }
    body(&write.state)
  }

  /// Changes the state for a binding to a property. It can be called from any task.
  @inlinable
  func write(boundTo property: AnyKeyPath, _ body: (inout M.State) -> Void) {
    let hasEntered = core.enter()
    let outer = core.boundProperty
    core.boundProperty = BoundProperty(context: self, keyPath: property)
    defer {
      core.boundProperty = outer
      core.leave(hasEntered)
    }
    write(body)
  }

  /// Replaces the state. The caller must hold the lock.
  ///
  /// If the model has been removed, the value is discarded.
  @inlinable
  func commit(_ new: M.State) {
    guard isActive else { return }
    let old = current
    // `==` may ignore properties. For example, `UndoHistory` ignores its steps.
    guard old != new else { return replace(by: new) }
    core.noteWrite()
    if M._mayChangeIdentity, !M.hasSameStructure(old, new) {
      replaceElement(by: new)
    } else {
      makeUnique()
      access.set(new)
      // The contexts of the children refer to parts of the old state until they are updated.
      if !edges.isEmpty { withExtendedLifetime(old) { rebaseEdges() } }
    }
    noteChange()
  }

  /// Replaces the state with one that differs only in properties that `==` ignores. The caller must hold the
  /// lock.
  @usableFromInline
  func replace(by equal: M.State) {
    guard isActive else { return }
    let old = current
    makeUnique()
    access.set(equal)
    if !edges.isEmpty { withExtendedLifetime(old) { rebaseEdges() } }
  }

  /// Replaces the state with the state of a different model.
  @usableFromInline
  func replaceElement(by new: M.State) {
    makeUnique()
    edge.replaceElement { self.access.set(new) }
  }

  // MARK: Children

  /// Returns the models at a property of the state.
  @inlinable
  func models<C: ModelContainer>(
    at keyPath: WritableKeyPath<M.State, StateModel<C>>
  ) -> C {
    let hasEntered = core.enter()
    defer { core.leave(hasEntered) }
    return isActive ? edge(at: keyPath).models() : detachedModels(at: keyPath)
  }

  /// Returns the edge for a property of the state, and creates it if necessary. The caller must hold the lock.
  @inlinable
  func edge<C: ModelContainer>(
    at keyPath: WritableKeyPath<M.State, StateModel<C>>
  ) -> Edge<M, C> {
    // Most callers use the same literal, so the key path is the same object, and identity is faster to compare.
    for edge in edges where edge.property === keyPath {
      return unsafeDowncast(edge, to: Edge<M, C>.self)
    }
    for edge in edges where edge.property == keyPath {
      return unsafeDowncast(edge, to: Edge<M, C>.self)
    }
    let edge = Edge(self, keyPath)
    add(edge)
    return edge
  }

  /// Returns models for children that were removed together with their parent.
  ///
  /// They read the last state, and their writes have no effect.
  @usableFromInline
  func detachedModels<C: ModelContainer>(
    at keyPath: WritableKeyPath<M.State, StateModel<C>>
  ) -> C {
    let edge = Edge(self, keyPath)
    edge.isDetached = true
    let models = edge.models()
    edge.endChildren()
    return models
  }

  // MARK: Overrides

  override func value(in root: Any) -> Any? {
    guard isActive, let container = edge.container(in: root) else { return nil }
    var value: M.State?
    _ = edge.withContainer(container) { value = access.value }
    return value
  }

  override func root(_ root: Any, with value: Any) -> Any? {
    guard isActive, let value = value as? M.State, let container = edge.container(in: root) else {
      return nil
    }
    return edge.root(root, with: edge.withContainer(container) { access.set(value) })
  }

  @usableFromInline
  override func callOnActivate() {
    core.withDependencies(of: self) { model.onActivate() }
  }

  override func persistedInput(of method: String) -> (any Any.Type)? {
    M.persistedMethods.first { $0.name == method }?.input
  }

  override func call(_ stored: EffectResumption.StoredAction) -> (() -> Void)? {
    let method = M.persistedMethods.first { $0.name == stored.method }
    return method?.call(on: model, with: stored.payload)
  }

  @usableFromInline
  override func keepLastState() { last = current }

  @usableFromInline
  override func own() { access.own() }

  @usableFromInline
  override func removeState() -> Bool { access.remove() }
}

/// A change of a model's state in progress.
///
/// The state is copied, changed, and written back, so reads during the change see the previous state.
@usableFromInline
struct StateWrite<M: Model> {
  @usableFromInline let context: ModelContext<M>
  @usableFromInline let hasEntered: Bool
  @usableFromInline let writes: UInt64
  @usableFromInline var state: M.State

  @inlinable
  init(_ context: ModelContext<M>) {
    self.context = context
    hasEntered = context.core.enter()
    state = context.current
    writes = context.core.writes
  }

  @inlinable
  mutating func end() {
    if context.core.writes != writes { context.reportOverlap(since: writes) }
    if !context.core.isFrozen { context.commit(state) }
    context.core.leave(hasEntered)
  }
}

extension ModelContext {
  /// Reports that this state, or a part of it, was written while an expression had a copy of it.
  ///
  /// Other parts of the store can be written at the same time. Their changes are kept.
  @usableFromInline
  func reportOverlap(since writes: UInt64) {
    guard isActive, revision > writes else { return }
    reportIssue(
      """
      The state of a \(M.self), or of a model in it, was changed while an expression was changing the \
      same state. The result of the expression is kept, so the other change is lost.

      Likely causes:

      • A closure in the expression, such as in 'state.items.removeAll { ... }', also changes the state. \
      Make one change after the other.
      • The expression uses a model or navigator of another scene or store. If a thread there waits for \
      this store, that thread's change is made first. Read the values you need before the expression.
      """)
  }
}
