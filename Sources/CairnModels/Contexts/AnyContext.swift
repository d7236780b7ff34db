import CairnDependencies
import CairnFeatures

/// A model's position in a store, with everything that belongs to the model except its state.
///
/// `@unchecked Sendable`: Apart from constants, everything is used under the store's lock.
@usableFromInline
class AnyContext: @unchecked Sendable {
  @usableFromInline let core: ModelCore
  /// The context of the model whose state contains this state.
  let parent: AnyContext?
  /// The edge that retains this context. It must not be used after the context becomes inactive.
  @usableFromInline unowned(unsafe) let edge: AnyEdge
  /// The key that identifies the context among the children of its edge.
  let key: AnyHashable

  /// Whether its state is a part of the edge's container, such as an element of an array.
  final let isPart: Bool

  /// Whether its state is still in the store.
  @usableFromInline private(set) final var isActive = true
  /// The number of the store's write that last changed this state or a state below it.
  private(set) final var revision: UInt64 = 0
  /// The edges to the children whose models have been requested.
  @usableFromInline private(set) final var edges: [AnyEdge] = []

  final var observers: [StateObserver] = []
  /// Whether the observers are checked when the transaction ends.
  private var mustCheckObservers = false
  /// The views that print the changes of this model.
  final var printed: Set<UInt64> = []
  final var operations = ModelOperations()
  final var listeners: [ObjectIdentifier: EventListener] = [:]
  final var properties: [Int: Any] = [:]
  private var overrides: [DependencyOverride] = []
  private var knownDependencies: (version: UInt64, values: DependencyValues)?

  @usableFromInline
  init(core: ModelCore, edge: AnyEdge, key: AnyHashable, isPart: Bool) {
    self.core = core
    self.isPart = isPart
    parent = edge.owner
    self.edge = edge
    self.key = key
  }

  /// The type of the model, for messages.
  var modelType: Any.Type { preconditionFailure("implemented by subclasses") }

  /// This context, its parent, and so on.
  var lineage: some Sequence<AnyContext> { sequence(first: self) { $0.parent } }

  /// The context of the whole state.
  final var root: AnyContext {
    var context = self
    while let parent = context.parent { context = parent }
    return context
  }

  /// The contexts of the children, in no particular order.
  var children: some Sequence<AnyContext> { edges.lazy.flatMap { $0.children.values } }

  @usableFromInline
  final func add(_ edge: AnyEdge) { edges.append(edge) }

  // MARK: Lifetime

  /// Calls `onActivate()`. It's called once, after the model is first created.
  final func activate() {
    guard core.locked({ isActive }) else { return }
    let outer = ModelCreation.beginActivation(of: self)
    callOnActivate()
    ModelCreation.endActivation(outer)
    core.locked { core.resumeWork(of: self) }
  }

  @usableFromInline
  func callOnActivate() { preconditionFailure("implemented by subclasses") }

  /// Returns the type of the input of a persisted method, or `nil` if the model doesn't declare the method.
  func persistedInput(of method: String) -> (any Any.Type)? {
    preconditionFailure("implemented by subclasses")
  }

  /// Returns a call of a persisted method, or `nil` if the model doesn't declare the method with such an input.
  func call(_ stored: EffectResumption.StoredAction) -> (() -> Void)? {
    preconditionFailure("implemented by subclasses")
  }

  /// Deactivates this context and its descendants, while their last states can still be read.
  @usableFromInline
  final func deactivate() {
    guard isActive else { return }
    for child in children { child.deactivate() }
    keepLastState()
    let dependencies = dependencies
    isActive = false
    edges = []
    for listener in listeners.values { listener.finish() }
    listeners = [:]
    for observer in observers { observer.finish() }
    observers = []
    operations.cancelAll(in: self)
    // The values of a model may refer back to it, so break possible reference cycles.
    knownDependencies = (.max, dependencies)
    overrides = []
    // Code that is called because of the removal, such as an `onCancel` closure, can still use the properties.
    core.callLater { [self] in
      let kept = core.locked {
        defer { properties = [:] }
        return properties
      }
      withExtendedLifetime(kept) {}
    }
  }

  @usableFromInline
  func keepLastState() { preconditionFailure("implemented by subclasses") }

  /// Copies the collection that contains its state if the collection's storage is shared.
  @usableFromInline
  func own() { preconditionFailure("implemented by subclasses") }

  /// Removes the state from its container. Returns `false` if the container can't exist without it.
  @usableFromInline
  func removeState() -> Bool { preconditionFailure("implemented by subclasses") }

  /// Removes the model's state, or the nearest presented ancestor's.
  /// - Returns: Whether the model or one of its ancestors is presented.
  final func dismiss() -> Bool {
    guard isActive, !core.isFrozen else { return true }
    return edge.changeCopy { self.removeState() } || parent?.dismiss() == true
  }

  // MARK: Other states of the store

  /// Returns the state of this model in another state of the whole store, or `nil` if it isn't in there.
  func value(in root: Any) -> Any? { preconditionFailure("implemented by subclasses") }

  /// Returns a copy of another state of the whole store, with a new state for this model.
  ///
  /// It returns `nil` if the other state doesn't contain this model.
  func root(_ root: Any, with value: Any) -> Any? {
    preconditionFailure("implemented by subclasses")
  }

  // MARK: Changes

  /// Makes the boxes above the state uniquely owned by the store, so that the state can be written.
  @usableFromInline
  final func makeUnique() { edge.makeUnique() }

  /// Records that the state has changed, in this context and its ancestors.
  @usableFromInline
  final func noteChange() {
    var context = self
    while true {
      context.noteOwnChange()
      guard let parent = context.parent else { return }
      context = parent
    }
  }

  private func noteOwnChange() {
    revision = core.writes
    guard !observers.isEmpty, !mustCheckObservers else { return }
    guard core.isInTransaction else { return checkObservers() }
    mustCheckObservers = true
    core.checkLater(self)
  }

  /// Lets the observers compare the state.
  final func checkObservers() {
    mustCheckObservers = false
    for observer in observers { observer.check() }
  }

  /// Updates the context after its state was replaced. The previous state must still exist.
  final func followState() {
    rebaseEdges()
    noteOwnChange()
  }

  /// Updates the edges to the children after the state was replaced.
  @usableFromInline
  final func rebaseEdges() {
    for edge in edges { edge.rebase() }
  }

  // MARK: Dependencies

  /// The dependencies of the model. The store's overrides apply first, then overrides of its ancestors from the
  /// outermost in, and then its own.
  final var dependencies: DependencyValues {
    if let known = knownDependencies, !isActive || known.version == core.dependencyVersion {
      return known.values
    }
    var values = parent?.dependencies ?? core.dependencies
    for override in overrides { override.apply(&values) }
    knownDependencies = (core.dependencyVersion, values)
    return values
  }

  /// Overrides a dependency for the model and its descendants.
  final func override(_ dependency: DependencyOverride) {
    guard isActive else { return }
    resetOverride(dependency.id)
    overrides.append(dependency)
    core.noteDependencies()
  }

  /// Removes an override that ``override(_:)`` added.
  final func resetOverride(_ id: AnyHashable) {
    overrides.removeAll { $0.id == id }
    core.noteDependencies()
  }
}

/// A dependency that a model overrides for itself and its descendants.
struct DependencyOverride {
  let id: AnyHashable
  let apply: (inout DependencyValues) -> Void
}
