public import CairnCases
package import CairnDependencies
package import CairnFeatures

/// Which part of a state a store is of, and how its actions go there.
@usableFromInline
package struct ScopePlace: Equatable {
  let state: AnyKeyPath
  let id: AnyHashable?
  let path: ObjectIdentifier

  /// Nil where the path holds values, of which nobody knows whether they are the same.
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
  /// How many enums of the parent's actions lie around this one's.
  private let levels: Int
  private let extract: (ParentState) -> State?
  private let embed: (Action) -> ParentAction
  /// Which part it is; nil where that is not known.
  private let place: ScopePlace?
  /// What was there last: a view that still holds the store of what is gone reads this.
  private var last: State
  /// The version of the root's state that ``last`` is a part of. While it is current the parents aren't asked,
  /// so that reading takes the same time at any depth.
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
