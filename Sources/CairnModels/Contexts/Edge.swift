/// The connection from a model to the children at one property of its state. It's used under the store's lock.
@usableFromInline
class AnyEdge {
  /// The context of the model whose state contains the children, or `nil` at the root. The owner retains this
  /// edge.
  @usableFromInline unowned(unsafe) final let owner: AnyContext?
  /// The property of the owner's state, or `nil` at the root.
  @usableFromInline final let property: AnyKeyPath?
  /// The box that contains the children's states.
  @usableFromInline final var reference: UncountedReference
  /// The contexts of the current children.
  private(set) final var children: [AnyHashable: AnyContext] = [:]
  /// The number of times that the set of children has changed.
  @usableFromInline private(set) final var structure = 0
  /// The keys that were found so far while `reconcile()` runs, or `nil` otherwise.
  private var met: Set<AnyHashable>?
  /// The contexts whose keys now belong to other models.
  private var displaced: [AnyContext] = []
  /// Whether the edge creates models of a state that was removed.
  @usableFromInline final var isDetached = false

  @usableFromInline
  init(_ owner: AnyContext?, _ property: AnyKeyPath?, _ box: AnyObject) {
    self.owner = owner
    self.property = property
    reference = UncountedReference(box)
  }

  /// Whether copies of the owner's state share the storage that refers to the box, such as an array's.
  fileprivate final var isShared = false

  // MARK: The box

  @usableFromInline
  final func refer(to box: AnyObject) { reference = UncountedReference(box) }

  /// Makes the box of the children's states, and all boxes above it, uniquely owned by the store.
  @usableFromInline
  final func makeUnique() {
    guard let owner else { return }
    owner.makeUnique()
    if owner.isPart { owner.own() }
    if isShared { separateBox() }
    if !reference.isUnique() { copyBox() }
  }

  /// Copies the storage that refers to the box, if copies of the owner's state share it.
  @usableFromInline
  func separateBox() {}

  /// Replaces the box in the owner's state with a copy.
  @usableFromInline
  func copyBox() {}

  /// Updates the edge after the owner's state was replaced. The previous state must still exist.
  @usableFromInline
  func rebase() {}

  /// Changes a copy of the container, and then commits it to the state.
  /// - Returns: Whether the closure made a change.
  @usableFromInline
  func changeCopy(_ body: () -> Bool) -> Bool { false }

  /// The name of the property with the children's states, which is the same in each process.
  var name: String { "" }

  // MARK: Other states of the store

  /// Returns the container in another state of the whole store, or `nil` if it isn't in there.
  func container(in root: Any) -> Any? { preconditionFailure("implemented by subclasses") }

  /// Runs a closure while another container takes the position of this one.
  /// - Returns: The other container, with the changes that the closure made.
  func withContainer(_ container: Any, _ body: () -> Void) -> Any {
    preconditionFailure("implemented by subclasses")
  }

  /// Returns a copy of another state of the whole store, with a new container at this position.
  ///
  /// It returns `nil` if the other state doesn't have this position.
  func root(_ root: Any, with container: Any) -> Any? {
    preconditionFailure("implemented by subclasses")
  }

  // MARK: The children

  /// Creates the models of the children, and thereby their contexts.
  @usableFromInline
  func meetChildren() { preconditionFailure("implemented by subclasses") }

  /// Returns the context of a child. If it's new, its model is activated later.
  @inlinable
  final func context<M: Model>(
    of type: M.Type, _ key: AnyHashable, in core: ModelCore, _ access: StateAccess<M.State>
  ) -> ModelContext<M> {
    if let known = meet(key) {
      if let known = known as? ModelContext<M> { return known }
      displace(known)
    }
    let context = ModelContext<M>(core: core, edge: self, key: key, access: access)
    add(context)
    return context
  }

  @usableFromInline
  final func meet(_ key: AnyHashable) -> AnyContext? {
    met?.insert(key)
    return children[key]
  }

  /// Records that a key now belongs to another model.
  @usableFromInline
  final func displace(_ context: AnyContext) { displaced.append(context) }

  @usableFromInline
  final func add(_ context: AnyContext) {
    children[context.key] = context
    if !isDetached { context.core.activateLater(context) }
  }

  /// Determines the current children, and creates contexts for new ones.
  /// - Returns: The contexts that were removed.
  @usableFromInline
  final func reconcile() -> [AnyContext] {
    structure += 1
    met = []
    meetChildren()
    let there = met ?? []
    met = nil
    let gone = children.filter { !there.contains($0.key) }
    for key in gone.keys { children[key] = nil }
    defer { displaced = [] }
    return Array(gone.values) + displaced
  }

  /// Runs a write that replaces a child's state with the state of a different child.
  @usableFromInline
  func replaceElement(_ write: () -> Void) { preconditionFailure("implemented by subclasses") }

  /// Deactivates the children and their descendants.
  final func endChildren() {
    for child in children.values { child.deactivate() }
    children = [:]
    forgetModels()
  }

  /// Releases the cached models.
  @usableFromInline
  func forgetModels() {}
}

/// An edge that knows the type of its children's states.
@usableFromInline
class ContainerEdge<State>: AnyEdge {
  @usableFromInline
  init(_ owner: AnyContext?, _ property: AnyKeyPath?, _ box: StateBox<State>) {
    super.init(owner, property, box)
  }

  /// The box of the states.
  @inlinable
  final var box: StateBox<State> {
    unsafeDowncast(reference.object, to: StateBox<State>.self)
  }

  /// Switches from one box to another, while both exist.
  final func follow(
    from old: StateBox<State>, to new: StateBox<State>, hasSameStructure: Bool
  ) {
    refer(to: new)
    let before = Array(children.values)
    if !hasSameStructure {
      let gone = reconcile()
      // Their last states must be read from the old box.
      refer(to: old)
      for child in gone { child.deactivate() }
      refer(to: new)
    }
    for child in before where child.isActive { child.followState() }
  }

  override final func withContainer(_ container: Any, _ body: () -> Void) -> Any {
    guard let container = container as? State else { return container }
    let (current, other) = (box, StateBox(container))
    refer(to: other)
    body()
    refer(to: current)
    return other.value
  }

  /// The states.
  @inlinable
  final var value: State {
    get { box.value }
    _modify { yield &box.value }
  }
}

/// An edge at a property of a model's state.
@usableFromInline
final class Edge<Owner: Model, Container: ModelContainer>: ContainerEdge<Container.StateContainer> {
  @usableFromInline unowned(unsafe) let ownerContext: ModelContext<Owner>
  @usableFromInline let keyPath: WritableKeyPath<Owner.State, StateModel<Container>>
  /// The models that were created last, and the value of `structure` at that time.
  @usableFromInline var known: Container?
  @usableFromInline var knownStructure = -1

  @usableFromInline
  init(
    _ owner: ModelContext<Owner>,
    _ keyPath: WritableKeyPath<Owner.State, StateModel<Container>>
  ) {
    ownerContext = owner
    self.keyPath = keyPath
    let state = owner.current
    let box = state[keyPath: keyPath].box
    guard box === state[keyPath: keyPath].box else { Self.isNotStored(keyPath) }
    super.init(owner, keyPath, box)
    isShared = Self.sharesBox(state, keyPath)
  }

  private static func isNotStored(_ keyPath: AnyKeyPath) -> Never {
    preconditionFailure(
      """
      A property of \(Owner.State.self) creates a new 'StateModel' each time it's read (\(keyPath)). \
      Models exist only for stored state. Use the stored '@StateModel' property directly instead.
      """)
  }

  /// Returns whether copies of a state share the storage that refers to the box, such as an array's.
  private static func sharesBox(
    _ state: Owner.State, _ keyPath: WritableKeyPath<Owner.State, StateModel<Container>>
  ) -> Bool {
    var probe = state
    // After this write, only the probe refers to the box and to the storage around it.
    probe[keyPath: keyPath].box = StateBox(probe[keyPath: keyPath].box.value)
    var reference = UncountedReference(probe[keyPath: keyPath].box)
    let copy = probe
    return withExtendedLifetime((probe, copy)) { reference.isUnique() }
  }

  /// Returns the current models.
  @inlinable
  func models() -> Container {
    // Models are references, so cached models of the same contexts are equivalent to new ones.
    if let known, knownStructure == structure { return known }
    let models = makeModels()
    known = models
    knownStructure = structure
    return models
  }

  @inlinable
  func makeModels() -> Container {
    Container.models(
      in: ModelPlace(
        state: value, edge: self, core: ownerContext.core, access: StateAccess(self), key: nil))
  }

  @usableFromInline
  override func meetChildren() { _ = makeModels() }

  @usableFromInline
  override func forgetModels() { known = nil }

  @usableFromInline
  override func separateBox() {
    ownerContext.access.modify { $0[keyPath: keyPath].box = box }
  }

  @usableFromInline
  override func copyBox() {
    let copy = StateBox(value)
    ownerContext.access.modify { $0[keyPath: keyPath].box = copy }
    refer(to: copy)
  }

  @usableFromInline
  override func rebase() {
    let new = ownerContext.current[keyPath: keyPath].box
    let old = box
    guard new !== old else { return }
    follow(
      from: old, to: new,
      hasSameStructure: Container.hasSameStructure(old.value, new.value))
  }

  @usableFromInline
  override func replaceElement(_ write: () -> Void) {
    let (old, new) = (box, StateBox(value))
    refer(to: new)
    write()
    refer(to: old)
    ownerContext.access.modify { $0[keyPath: keyPath].box = new }
    follow(from: old, to: new, hasSameStructure: false)
  }

  @usableFromInline
  override func changeCopy(_ body: () -> Bool) -> Bool {
    var isDone = false
    let changed = withContainer(value) { isDone = body() }
    guard isDone, let changed = changed as? Container.StateContainer else { return false }
    var state = ownerContext.current
    state[keyPath: keyPath].wrappedValue = changed
    ownerContext.commit(state)
    return true
  }

  override var name: String {
    BoxSearch(box: box).name(in: ownerContext.current) ?? "\(Container.self)"
  }

  override func container(in root: Any) -> Any? {
    (ownerContext.value(in: root) as? Owner.State)?[keyPath: keyPath].wrappedValue
  }

  override func root(_ root: Any, with container: Any) -> Any? {
    guard let container = container as? Container.StateContainer,
      var state = ownerContext.value(in: root) as? Owner.State
    else { return nil }
    state[keyPath: keyPath].wrappedValue = container
    return ownerContext.root(root, with: state)
  }
}

/// The edge at the root of a store.
final class RootEdge<M: Model>: ContainerEdge<M.State> {
  private let rootBox: StateBox<M.State>

  init(_ state: M.State) {
    rootBox = StateBox(state)
    super.init(nil, nil, rootBox)
  }

  /// The context of the whole state, or `nil` if its model hasn't been requested yet.
  var context: ModelContext<M>? { children.values.first as? ModelContext<M> }

  /// Returns the model of the whole state.
  func model(in core: ModelCore) -> M {
    M.models(
      in: ModelPlace(state: value, edge: self, core: core, access: StateAccess(self), key: nil))
  }

  override func meetChildren() {
    if let core = context?.core { _ = model(in: core) }
  }

  override func replaceElement(_ write: () -> Void) {
    let old = StateBox(value)
    write()
    follow(from: old, to: rootBox, hasSameStructure: false)
  }

  override func container(in root: Any) -> Any? { root as? M.State }

  override func root(_ root: Any, with container: Any) -> Any? { container as? M.State }
}
