import CairnDependencies

/// A place in a store: what belongs to one model besides its state.
///
/// `@unchecked Sendable`: constants aside, everything is used under the store's lock.
@usableFromInline
class AnyContext: @unchecked Sendable {
  @usableFromInline let core: ModelCore
  /// That of the model in whose state this one's is.
  let parent: AnyContext?
  /// What it hangs on, which keeps it; not to be asked for once it is not active.
  @usableFromInline unowned(unsafe) let edge: AnyEdge
  /// What tells it from others on the edge.
  let key: AnyHashable

  /// Whether its state is a part of the edge's container, such as an element of an array.
  final let isPart: Bool

  /// Whether its state is still there.
  @usableFromInline private(set) final var isActive = true
  /// The change of the store in which something changed here or below.
  private(set) final var revision: UInt64 = 0
  /// The children that somebody has asked for.
  @usableFromInline private(set) final var edges: [AnyEdge] = []

  final var observers: [StateObserver] = []
  /// Whether the observers look at the end of a transaction.
  private var mustCheckObservers = false
  /// The views that print its changes.
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

  /// The type of its model, for messages.
  var modelType: Any.Type { preconditionFailure("implemented by subclasses") }

  /// This one, its parent, and so on.
  var lineage: some Sequence<AnyContext> { sequence(first: self) { $0.parent } }

  /// The context of the whole state.
  final var root: AnyContext {
    var context = self
    while let parent = context.parent { context = parent }
    return context
  }

  /// The children, in no order.
  var children: some Sequence<AnyContext> { edges.lazy.flatMap { $0.children.values } }

  @usableFromInline
  final func add(_ edge: AnyEdge) { edges.append(edge) }

  // MARK: Life

  /// Calls what belongs to the first time that the model is made.
  final func activate() {
    guard core.locked({ isActive }) else { return }
    let outer = ModelCreation.beginActivation(of: self)
    callOnActivate()
    ModelCreation.endActivation(outer)
  }

  @usableFromInline
  func callOnActivate() { preconditionFailure("implemented by subclasses") }

  /// Ends it and all below, while their last states still can be read.
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
    // What a model keeps may lead back to it.
    knownDependencies = (.max, dependencies)
    overrides = []
    // What is called because of the end, such as `onCancel`, still finds its properties.
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

  /// Copies what its state is in where others refer to it.
  @usableFromInline
  func own() { preconditionFailure("implemented by subclasses") }

  /// Takes its state out of what may be without it; false where it has to be there.
  @usableFromInline
  func removeState() -> Bool { preconditionFailure("implemented by subclasses") }

  /// Makes its model's state go away, where it is presented; answers whether it is.
  final func dismiss() -> Bool {
    guard isActive, !core.isFrozen else { return true }
    return edge.changeCopy { self.removeState() } || parent?.dismiss() == true
  }

  // MARK: Other states of the store

  /// The state that it has in another state of the whole store; nil where it is not there.
  func value(in root: Any) -> Any? { preconditionFailure("implemented by subclasses") }

  /// Another state of the whole store with another state here; nil where this is not there.
  func root(_ root: Any, with value: Any) -> Any? {
    preconditionFailure("implemented by subclasses")
  }

  // MARK: Changes

  /// Makes the boxes above its state the store's alone, for its state to be written.
  @usableFromInline
  final func makeUnique() { edge.makeUnique() }

  /// Notes that the state has changed, here and in those above.
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

  /// Lets the observers look at the state.
  final func checkObservers() {
    mustCheckObservers = false
    for observer in observers { observer.check() }
  }

  /// Follows a state that has replaced another, which still is there.
  final func followState() {
    rebaseEdges()
    noteOwnChange()
  }

  /// Gives the children their places in a state that has replaced another.
  @usableFromInline
  final func rebaseEdges() {
    for edge in edges { edge.rebase() }
  }

  // MARK: Dependencies

  /// The store's overrides, then the ancestors' from the outside in, then its own.
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

  /// Takes back what ``override(_:)`` has set.
  final func resetOverride(_ id: AnyHashable) {
    overrides.removeAll { $0.id == id }
    core.noteDependencies()
  }
}

/// A dependency that a model has for itself and its descendants.
struct DependencyOverride {
  let id: AnyHashable
  let apply: (inout DependencyValues) -> Void
}
