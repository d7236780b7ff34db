/// From a model to the children at one property of its state. Used under the store's lock.
class AnyEdge {
  /// The contexts of the children that are there.
  private(set) var children: [AnyHashable: AnyContext] = [:]
  /// Those that were met, while it is found out which are there.
  private var met: Set<AnyHashable>?
  /// Whether models are made of what is gone.
  fileprivate var isDetached = false

  /// The model in whose state the children are; nil at the root.
  var ownerContext: AnyContext? { nil }

  /// Makes the box of the children's states, and all above it, the store's alone.
  func makeUnique() {}

  /// Follows the owner's state, which has replaced another that still is there.
  func rebase() {}

  /// Makes the children's models, for their contexts.
  func meetChildren() { preconditionFailure("implemented by subclasses") }

  /// Does something with a copy of the container, and then makes that the state.
  func changeCopy(_ body: () -> Bool) -> Bool { preconditionFailure("implemented by subclasses") }

  /// The context of a child: the one that is there, or a new one, whose model is then activated.
  func context<M: Model>(
    of type: M.Type, _ key: AnyHashable, in core: ModelCore, _ access: () -> StateAccess<M.State>
  ) -> ModelContext<M> {
    met?.insert(key)
    if let known = children[key] as? ModelContext<M> { return known }
    let context = ModelContext<M>(
      core: core, parent: ownerContext, edge: self, key: key, access: access())
    children[key] = context
    if !isDetached { core.activateLater(context) }
    return context
  }

  /// Finds out which children are there, and makes contexts for those that are new.
  /// - Returns: Those that are not there.
  fileprivate func reconcile() -> [AnyContext] {
    met = []
    meetChildren()
    let there = met ?? []
    met = nil
    let gone = children.filter { !there.contains($0.key) }
    for key in gone.keys { children[key] = nil }
    return Array(gone.values)
  }

  /// Lets a child's state become another child's.
  func replaceElement(of context: AnyContext, _ write: () -> Void) {
    context.deactivate()
    children[context.key] = nil
    write()
    // All others stay as they are.
    _ = reconcile()
  }

  /// Takes a state away; false where it has to be there.
  func remove(_ access: StateAccess<some Any>) -> Bool {
    changeCopy { access.remove() }
  }

  /// Ends the children, and all below.
  func endChildren() {
    for child in children.values { child.deactivate() }
    children = [:]
  }
}

/// An edge with the states of its children.
class ContainerEdge<State>: AnyEdge {
  private var reference: UncountedReference<StateBox<State>>
  /// What is read and written instead, while a copy is changed.
  private var copy: StateBox<State>?

  init(_ box: StateBox<State>) {
    reference = UncountedReference(box)
  }

  /// The box of the states.
  var target: StateBox<State> { copy ?? reference.box }

  var isUnique: Bool { reference.isUnique() }

  func refer(to box: StateBox<State>) { reference = UncountedReference(box) }

  /// Does something with another container in place of this one.
  fileprivate func withCopy<Result>(_ box: StateBox<State>, _ body: () -> Result) -> Result {
    copy = box
    defer { copy = nil }
    return body()
  }
}

/// An edge at a property of a model's state.
final class Edge<Owner: Model, Container: ModelContainer>: ContainerEdge<Container.StateContainer> {
  private unowned let owner: ModelContext<Owner>
  let keyPath: WritableKeyPath<Owner.State, StateModel<Container>>
  /// Whether copies of the owner's state share what refers to the box.
  private var isShared = false

  init(
    _ owner: ModelContext<Owner>,
    _ keyPath: WritableKeyPath<Owner.State, StateModel<Container>>
  ) {
    self.owner = owner
    self.keyPath = keyPath
    let state = owner.current
    super.init(state[keyPath: keyPath].box)
    // With a copy of the state there are two that refer to the box, unless an array refers to it, or
    // whatever else copies share.
    isShared = withExtendedLifetime(state) { isUnique }
  }

  override var ownerContext: AnyContext? { owner }

  /// The models that are there.
  /// - Parameter isDetached: Whether the owner is gone, so that they are only read.
  func models(isDetached: Bool = false) -> Container {
    self.isDetached = isDetached
    return Container.models(
      in: ModelPlace(
        state: target.value, edge: self, core: owner.core, access: BoxAccess(self), key: nil))
  }

  override func meetChildren() { _ = models() }

  override func makeUnique() {
    owner.makeUnique()
    // What is written to is copied where others refer to it: the array that the owner's state is in.
    owner.access.modify { state in
      if isShared { state[keyPath: keyPath].box = target }
    }
    guard !isUnique else { return }
    let copy = StateBox(target.value)
    owner.access.modify { $0[keyPath: keyPath].box = copy }
    refer(to: copy)
  }

  override func rebase() {
    let new = owner.withCurrent { $0[keyPath: keyPath].box }
    let old = target
    guard new !== old else { return }
    refer(to: new)
    let before = Array(children.values)
    if !Container.hasSameStructure(old.value, new.value) {
      let gone = reconcile()
      refer(to: old)
      for child in gone { child.deactivate() }
      refer(to: new)
    }
    for child in before where child.isActive { child.followState() }
  }

  override func changeCopy(_ body: () -> Bool) -> Bool {
    let copy = StateBox(target.value)
    guard withCopy(copy, body) else { return false }
    var state = owner.current
    state[keyPath: keyPath].box = copy
    owner.commit(state)
    return true
  }
}

/// The beginning: the state of a store.
final class RootEdge<M: Model>: ContainerEdge<M.State> {
  private let box: StateBox<M.State>
  private unowned let core: ModelCore

  init(_ state: M.State, core: ModelCore) {
    box = StateBox(state)
    self.core = core
    super.init(box)
  }

  /// The model of the state.
  var model: M {
    M.models(
      in: ModelPlace(
        state: box.value, edge: self, core: core, access: BoxAccess(self), key: nil))
  }

  override func meetChildren() { _ = model }

  // A root has to be there.
  override func changeCopy(_ body: () -> Bool) -> Bool { false }
}
