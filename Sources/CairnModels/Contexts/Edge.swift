/// From a model to the children at one property of its state. Used under the store's lock.
@usableFromInline
class AnyEdge {
  /// The model in whose state the children are, which keeps this; nil at the root.
  @usableFromInline unowned(unsafe) final let owner: AnyContext?
  /// Where it is in the owner's state; nil at the root.
  @usableFromInline final let property: AnyKeyPath?
  /// The box of the children's states, whatever they are.
  @usableFromInline final var reference: UncountedReference
  /// The contexts of the children that are there.
  private(set) final var children: [AnyHashable: AnyContext] = [:]
  /// Counts how often other children were there than before.
  @usableFromInline private(set) final var structure = 0
  /// Those that were met, while it is found out which are there.
  private var met: Set<AnyHashable>?
  /// Those whose key others have now.
  private var displaced: [AnyContext] = []
  /// Whether models are made of what is gone.
  @usableFromInline final var isDetached = false

  @usableFromInline
  init(_ owner: AnyContext?, _ property: AnyKeyPath?, _ box: AnyObject) {
    self.owner = owner
    self.property = property
    reference = UncountedReference(box)
  }

  /// Whether copies of the owner's state share what refers to the box.
  fileprivate final var isShared = false

  // MARK: The box

  @usableFromInline
  final func refer(to box: AnyObject) { reference = UncountedReference(box) }

  /// Makes the box of the children's states, and all above it, the store's alone.
  @usableFromInline
  final func makeUnique() {
    guard let owner else { return }
    owner.makeUnique()
    if owner.isPart { owner.own() }
    if isShared { separateBox() }
    if !reference.isUnique() { copyBox() }
  }

  /// Makes the owner's state refer to the box by itself, where copies share what refers to it.
  @usableFromInline
  func separateBox() {}

  /// Replaces the box in the owner's state by a copy.
  @usableFromInline
  func copyBox() {}

  /// Follows the owner's state, which has replaced another that still is there.
  @usableFromInline
  func rebase() {}

  /// Changes a copy of the container, and then makes that the state; false where nothing was done.
  @usableFromInline
  func changeCopy(_ body: () -> Bool) -> Bool { false }

  // MARK: Other states of the store

  /// The container in another state of the whole store; nil where it is not there.
  func container(in root: Any) -> Any? { preconditionFailure("implemented by subclasses") }

  /// Does something where another container is the one here; answers what became of that.
  func withContainer(_ container: Any, _ body: () -> Void) -> Any {
    preconditionFailure("implemented by subclasses")
  }

  /// Another state of the whole store with another container here; nil where this is not there.
  func root(_ root: Any, with container: Any) -> Any? {
    preconditionFailure("implemented by subclasses")
  }

  // MARK: The children

  /// Makes the children's models, for their contexts.
  @usableFromInline
  func meetChildren() { preconditionFailure("implemented by subclasses") }

  /// The context of a child: the one that is there, or a new one, whose model is then activated.
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

  /// Notes that another model is at a place.
  @usableFromInline
  final func displace(_ context: AnyContext) { displaced.append(context) }

  @usableFromInline
  final func add(_ context: AnyContext) {
    children[context.key] = context
    if !isDetached { context.core.activateLater(context) }
  }

  /// Finds out which children are there, and makes contexts for those that are new.
  /// - Returns: Those that are not there.
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

  /// Writes a child's state that is another child's then.
  @usableFromInline
  func replaceElement(_ write: () -> Void) { preconditionFailure("implemented by subclasses") }

  /// Ends the children, and all below.
  final func endChildren() {
    for child in children.values { child.deactivate() }
    children = [:]
    forgetModels()
  }

  /// Lets go of models that are kept to be asked for.
  @usableFromInline
  func forgetModels() {}
}

/// An edge with the states of its children.
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

  /// Goes from one box to another, while both are there.
  final func follow(
    from old: StateBox<State>, to new: StateBox<State>, hasSameStructure: Bool
  ) {
    refer(to: new)
    let before = Array(children.values)
    if !hasSameStructure {
      let gone = reconcile()
      // What they were is read where it still is.
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
  /// The models, as they were made last, and how often there had been others by then.
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
      A property of a \(Owner.State.self) makes a 'StateModel' anew whenever it is read (\(keyPath)). \
      Models are found by what the state stores: use the '@StateModel' that it is made of.
      """)
  }

  /// Whether copies of a state share what refers to the box, such as an array.
  private static func sharesBox(
    _ state: Owner.State, _ keyPath: WritableKeyPath<Owner.State, StateModel<Container>>
  ) -> Bool {
    var probe = state
    // Now the probe alone has it, with all around it.
    probe[keyPath: keyPath].box = StateBox(probe[keyPath: keyPath].box.value)
    var reference = UncountedReference(probe[keyPath: keyPath].box)
    let copy = probe
    return withExtendedLifetime((probe, copy)) { reference.isUnique() }
  }

  /// The models that are there.
  @inlinable
  func models() -> Container {
    // They are handles: those of the same contexts are the same.
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

/// The beginning: the state of a store.
final class RootEdge<M: Model>: ContainerEdge<M.State> {
  private let rootBox: StateBox<M.State>

  init(_ state: M.State) {
    rootBox = StateBox(state)
    super.init(nil, nil, rootBox)
  }

  /// The context of the whole state; nil before anybody has asked for its model.
  var context: ModelContext<M>? { children.values.first as? ModelContext<M> }

  /// The model of the state.
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
