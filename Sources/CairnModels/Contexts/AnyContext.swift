import CairnDependencies

/// A place in a store: what belongs to one model besides its state.
///
/// `@unchecked Sendable`: constants aside, everything is used under the store's lock.
class AnyContext: @unchecked Sendable {
  let core: ModelCore
  /// That of the model in whose state this one's is. Cut when this one is gone from there: then its
  /// handles keep it, and it keeps nothing.
  let parent: AnyContext?
  /// What it hangs on; nil at the root.
  unowned let edge: AnyEdge?
  /// What tells it from others on the edge.
  let key: AnyHashable

  /// Whether its state is still there.
  private(set) var isActive = true
  /// Whether its model is made for the first time, in this moment.
  private(set) var isActivating = false
  /// The change of the store in which something changed here or below.
  private(set) var revision: UInt64 = 0
  /// The children that somebody has asked for, by where they are in the state.
  private(set) var edges: [AnyKeyPath: AnyEdge] = [:]

  var operations = ModelOperations()
  var listeners: [ObjectIdentifier: EventListener] = [:]
  var properties: [Int: Any] = [:]
  private var overrides: [DependencyOverride] = []
  private var knownDependencies: (version: UInt64, values: DependencyValues)?

  init(core: ModelCore, parent: AnyContext?, edge: AnyEdge?, key: AnyHashable) {
    self.core = core
    self.parent = parent
    self.edge = edge
    self.key = key
  }

  /// The type of its model, for messages.
  var modelType: Any.Type { preconditionFailure("implemented by subclasses") }

  /// Its state, for messages.
  var anyState: Any { preconditionFailure("implemented by subclasses") }

  /// Makes its model's state go away, where it is presented; answers whether it is.
  func dismiss() -> Bool { preconditionFailure("implemented by subclasses") }

  /// This one, its parent, and so on.
  var lineage: some Sequence<AnyContext> { sequence(first: self) { $0.parent } }

  /// The children, in no order.
  var children: some Sequence<AnyContext> { edges.values.lazy.flatMap { $0.children.values } }

  func add(_ edge: AnyEdge, at keyPath: AnyKeyPath) { edges[keyPath] = edge }

  // MARK: Life

  /// Calls what belongs to the first time that the model is made.
  func activate() {
    isActivating = true
    callOnActivate()
    isActivating = false
  }

  func callOnActivate() { preconditionFailure("implemented by subclasses") }

  /// Ends it and all below, while their last states still can be read.
  func deactivate() {
    guard isActive else { return }
    for child in children { child.deactivate() }
    keepLastState()
    isActive = false
    edges = [:]
    listeners = [:]
    operations.cancelAll(in: self)
  }

  func keepLastState() { preconditionFailure("implemented by subclasses") }

  // MARK: Changes

  /// Notes that the state has changed here or below, and tells who observes it.
  func noteChange() {
    revision = core.revision
    checkObservers()
  }

  /// Follows a state that has replaced another that still is there.
  func followState() { preconditionFailure("implemented by subclasses") }

  func checkObservers() { preconditionFailure("implemented by subclasses") }

  /// Makes the box that keeps its state, and all above it, the store's alone.
  func makeUnique() { edge?.makeUnique() }

  // MARK: Dependencies

  /// The store's overrides, then the ancestors' from the outside in, then its own.
  var dependencies: DependencyValues {
    if let known = knownDependencies, known.version == core.dependencyVersion {
      return known.values
    }
    var values = parent?.dependencies ?? core.dependencies
    for override in overrides { override.apply(&values) }
    knownDependencies = (core.dependencyVersion, values)
    return values
  }

  /// Overrides a dependency for the model and its descendants.
  func override(_ dependency: DependencyOverride) {
    resetOverride(dependency.id)
    overrides.append(dependency)
    core.noteDependencies()
  }

  /// Takes back what ``override(_:)`` has set.
  func resetOverride(_ id: AnyHashable) {
    overrides.removeAll { $0.id == id }
    core.noteDependencies()
  }
}

/// A dependency that a model has for itself and its descendants.
struct DependencyOverride {
  let id: AnyHashable
  let apply: (inout DependencyValues) -> Void
}
