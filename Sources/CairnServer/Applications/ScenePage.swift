import CairnDependencies
import CairnReducers
import CairnScreens
import CairnViews

/// What the server does with a scene: draw it, find its handlers, read and open its location.
///
/// Everything in it is used under the lock of the scene that it belongs to.
public struct ScenePage {
  let render: (PageContext) -> RenderedPage
  let collect: (Set<UInt64>) -> Collected
  /// Where the scene is, relative to where the application is mounted.
  var location: () -> Location = { Location() }
  /// Where the scene is, if that is what a requested location means; nil where it is elsewhere.
  var place: (Location) -> Location? = { $0.segments.isEmpty ? Location() : nil }
  /// Whether the scene has the query of one of its locations, without what is presented above it.
  var hasQuery: (Location) -> Bool = { _ in true }
  /// Whether it has any location but that of the application.
  var hasLocations = false
  /// Opens a location on the scene's state.
  var open: (Location) -> OpenedLocation = {
    OpenedLocation(opened: [], missing: $0.segments, isGone: false)
  }
  /// The scene's state as a value; nil where it has none that is known.
  private(set) var snapshot: () -> Any? = { nil }
  /// How the state is stored; nil where it is not `Codable`.
  private(set) var coder: StateCoder?
  /// Makes a snapshot of the same application the state.
  private(set) var restore: (Any) -> Void = { _ in }
  /// Gives the next actions a key; see `DependencyValues.idempotencyKey`.
  private(set) var setActionKey: (IdempotencyKey?) -> Void = { _ in }
  /// What users are told where the effects that run are cut off.
  private(set) var interruptions: () -> [String] = { [] }
  /// Who the features are that the state presents, those of its stacks among them.
  private(set) var identities: () -> Set<[IdentityNode]> = { [] }
  private(set) var cancelEffects: () -> Void = {}
  /// Why the state is not stored; nil where it is.
  private(set) var gap: StorageGap? = .noStore

  init(
    render: @escaping (PageContext) -> RenderedPage,
    collect: @escaping (Set<UInt64>) -> Collected
  ) {
    self.render = render
    self.collect = collect
  }
}

extension ScenePage {
  /// Makes the state of a store the scene's: what is stored of it, and gone on from.
  mutating func keep<State, Action>(_ core: Core<State, Action>) {
    snapshot = { core.state }
    coder = StateCoder(State.self)
    gap = coder == nil ? .notCodable(State.self, hasLocations: hasLocations) : nil
    setActionKey = { core.setActionKey($0) }
    interruptions = { core.interruptions }
    identities = { core.identities }
    cancelEffects = { core.cancelAll() }
    restore = { snapshot in
      guard let state = snapshot as? State else { return }
      core.replaceState(state)
    }
  }

  /// Makes the state of the store that the application has made the scene's, where it named none.
  mutating func keepStore(of stores: [any RootStore]) {
    guard case .noStore? = gap else { return }
    switch stores.count {
    case 0: break
    case 1: keep(stores[0])
    default: gap = .severalStores(stores.map { $0.stateType })
    }
  }

  private mutating func keep(_ store: some RootStore) {
    keep(store.core)
  }
}
