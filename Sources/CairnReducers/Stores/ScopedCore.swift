public import CairnCases
package import CairnDependencies
package import CairnFeatures

/// A description of the part of a state that a store refers to, and of the path that its actions take.
@usableFromInline
package struct ScopePlace: Equatable {
  let state: AnyKeyPath
  let id: AnyHashable?
  let path: ObjectIdentifier

  /// Creates a description, or returns `nil` if the path contains values, which can't be compared.
  @usableFromInline
  package init?<Path: CasePath>(_ state: AnyKeyPath, id: AnyHashable? = nil, _ path: Path.Type) {
    guard MemoryLayout<Path>.size == 0 else { return nil }
    self.state = state
    self.id = id
    self.path = ObjectIdentifier(path)
  }
}

/// The core of a part of another core's state.
@usableFromInline
package final class ScopedCore<
  ParentState, ParentAction, State, Action
>: Core<State, Action> {
  private let parent: Core<ParentState, ParentAction>
  /// The number of action enums of the parent that enclose this core's actions.
  private let levels: Int
  private let extract: (ParentState) -> State?
  private let embed: (Action) -> ParentAction
  /// The part of the state, or `nil` if it can't be compared.
  private let place: ScopePlace?
  /// The most recent state. A view reads it if it still holds the store of a part that no longer exists.
  private var last: State
  /// The version of the root's state that contains ``last``.
  ///
  /// While this version is current, the parents aren't asked for their states. Reading therefore takes the same time at
  /// any depth.
  private var version: UInt64?
  private let rootState: (any RootState)?

  @usableFromInline
  package init(
    parent: Core<ParentState, ParentAction>, levels: Int, place: ScopePlace?, initial: State,
    extract: @escaping (ParentState) -> State?, embed: @escaping (Action) -> ParentAction
  ) {
    self.parent = parent
    self.levels = levels
    self.place = place
    self.extract = extract
    self.embed = embed
    last = initial
    rootState = parent.root
    super.init()
  }

  @usableFromInline
  package override var state: State {
    let version = rootState?.noteRead()
    if version == nil || version != self.version {
      if let state = extract(parent.state) { last = state }
      self.version = version
    }
    return last
  }

  package override var root: (any RootState)? { rootState }

  package override var isValid: Bool { parent.isValid && extract(parent.state) != nil }

  package override func isSame(as other: Core<State, Action>) -> Bool {
    if self === other { return true }
    guard let place, let other = other as? Self else { return false }
    return place == other.place && parent.isSame(as: other.parent)
  }

  package override var isolation: any StoreIsolation { parent.isolation }

  package override var origin: StoreOrigin? { parent.origin }

  package override var processesAtOnce: Bool { parent.processesAtOnce }

  package override var depth: Int { parent.depth + levels }

  package override func send(_ action: Action) -> Cascade? {
    parent.send(embed(action))
  }
}
