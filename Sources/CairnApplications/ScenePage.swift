package import CairnDependencies
package import CairnFeatures
import CairnReducers
package import CairnScreens
package import CairnViews

/// The operations of the server on a scene, such as rendering its page, finding its handlers, and opening a location.
///
/// All operations must be called under the scene's lock.
public struct ScenePage {
  package internal(set) var render: (PageContext) -> RenderedPage
  package internal(set) var collect: (Set<UInt64>) -> Collected
  /// Returns the links to a path below the application, by the identity of their level.
  package internal(set) var links: (_ path: String) -> [UInt64: TappedButton] = { _ in [:] }
  /// Returns the scene's location, relative to the application's path.
  package internal(set) var location: () -> Location = { Location() }
  /// Returns the scene's location if a requested location has the same meaning, or `nil` if the scene is elsewhere.
  package internal(set) var matchingLocation: (Location) -> Location? = {
    $0.segments.isEmpty ? Location() : nil
  }
  /// Returns whether the scene is at the query of a location, ignoring anything presented above that location.
  package internal(set) var hasQuery: (Location) -> Bool = { _ in true }
  /// Whether the application has locations other than its root.
  package internal(set) var hasRoutes = false
  /// Opens a location in the scene's state.
  package internal(set) var open: (Location) -> OpenedLocation = {
    OpenedLocation(opened: [], missing: $0.segments, isGone: false)
  }
  /// Opens the location that was requested while a guard was closed, if the guard is open now. Returns `nil` if there's
  /// no such location.
  package internal(set) var openRequested: () -> OpenedLocation? = { nil }
  /// The guards of the whole scene.
  var entrances: [SceneEntrance] = []
  /// Whether the whole scene has a guard, which may keep a location.
  package var isGuarded: Bool { !entrances.isEmpty }
  /// Returns the map of the application's screens, or `nil` if it has neither locations nor a tree.
  package internal(set) var map: () -> ScreenMap? = { nil }
  /// Makes the changes that follow from the state, before views appear. Returns whether it changed anything.
  package internal(set) var update: () -> Bool = { false }
  /// The cached markup of the scene's views.
  package internal(set) var memory: RenderMemory?
  /// The parts of the scene's state. They are the stores in the application's order, followed by the path. The path is
  /// last because the shown part of it can depend on the stores.
  private var parts: [StatePart] = [] {
    didSet { coder = StateCoder(of: parts, isPartial: named != nil) }
  }
  /// The path of the application's navigator, if it has one.
  private var path: StatePart?
  /// The store that the application chose to be stored.
  private var named: (any RootStore)?
  /// Whether the application's other stores are stored too.
  private var keepsOthers = false
  /// Whether the application chose a store to be stored.
  var isNamed: Bool { named != nil }
  /// The coder of the state, or of the parts that can be stored. It's `nil` if the state isn't stored.
  package private(set) var coder: StateCoder?
  /// Whether some of the state can't be stored, so that it's lost with the scene.
  package var hasUnstoredState: Bool {
    !unnamed.isEmpty || parts.contains { coder == nil || $0.coder == nil }
  }
  /// The texts of secure fields, which are left out of the stored state.
  package let secrets = SecretTexts.current
  /// The storage of the values that the session's scenes share. Secret texts are left out there too.
  private let sessionStorage = DependencyValues._current.sessionStorage
  /// The application's stores, if there are several and the application chose none of them. They aren't stored.
  private var unnamed: [any RootStore] = []

  init(
    render: @escaping (PageContext) -> RenderedPage,
    collect: @escaping (Set<UInt64>) -> Collected
  ) {
    self.render = render
    self.collect = collect
  }
}

// MARK: - The state

extension ScenePage {
  /// Returns the scene's state as a value, or `nil` if it has no known parts.
  package func snapshot() -> Any? {
    switch parts.count {
    case 0: nil
    case 1: parts[0].value()
    default: StateValues(parts.map { $0.value() })
    }
  }

  /// Restores the state from a snapshot of the same application.
  package func restore(_ snapshot: Any) {
    guard let values = snapshot as? StateValues else {
      parts.first?.restore(snapshot)
      return
    }
    for (part, value) in zip(parts, values.all) {
      if let value { part.restore(value) }
    }
  }

  /// Leaves a text out of the stored state from now on. Call this before the text is written to the state.
  package func protect(_ secret: Secret) {
    secrets.add(secret) { parts.compactMap { try? $0.coder?.encode($0.value()).bytes } }
    sessionStorage.protect(secret)
  }

  /// Sets the key of the next actions. See `DependencyValues.idempotencyKey`.
  package func setActionKey(_ key: IdempotencyKey?) {
    for part in parts { part.setActionKey(key) }
  }

  /// Returns the messages for the user if the running effects are interrupted.
  package func interruptions() -> [String] { parts.flatMap { $0.interruptions() } }

  /// Returns what to do if the running effects are interrupted. It's empty if the state isn't stored.
  package func resumptions() -> [EffectResumption] {
    guard coder != nil else { return [] }
    return parts.enumerated().flatMap { index, part in
      part.resumptions().map {
        var resumption = $0
        resumption.store = index
        return resumption
      }
    }
  }

  /// Continues after the interruption of an effect, and returns whether an action was sent.
  package func resume(_ resumption: EffectResumption) -> Bool {
    parts.indices.contains(resumption.store) && parts[resumption.store].resume(resumption)
  }

  /// Returns the identities of the features that the state presents, including the elements of its stacks.
  package func presented() -> Set<AnyHashable> {
    parts.reduce(into: []) { $0.formUnion($1.presented()) }
  }

  /// Whether a reducer is running. The state can't be read until its action is processed.
  package var isReducing: Bool { parts.contains { $0.isReducing() } }

  package func cancelEffects() {
    for part in parts { part.cancelEffects() }
  }

  /// The reason why the state, or a part of it, isn't stored, or `nil` if it's stored completely.
  package var gap: StorageGap? {
    if !unnamed.isEmpty { return .severalStores(unnamed.map { $0.stateType }) }
    guard !parts.isEmpty else { return .noStore }
    guard let type = parts.lazy.compactMap({ $0.uncoded() }).first else { return nil }
    // The first part is the chosen store. If it can't be stored, the other parts aren't stored either.
    return named != nil && parts[0].coder != nil
      ? .partNotCodable(type) : .notCodable(type, hasRoutes: hasRoutes)
  }

  // MARK: Recording

  /// Reports each event in the stores to an observer, with the index of the store.
  package func observe(_ observer: @escaping (Int, RecordedStep) -> Void) {
    for (index, part) in parts.enumerated() { part.observe { observer(index, $0) } }
  }

  package var storeHeads: [StoreHead] { parts.map(\.head) }

  /// Returns the states of the parts as a JSON array, in their order. A part that can't be encoded is `null`.
  /// - Parameter isSnapshot: Whether to include everything that a scene needs to continue, even if it isn't part of the
  ///   state's value.
  package func encodedStates(isSnapshot: Bool = true) -> JSONValue {
    .array(
      parts.map { part in
        guard part.uncoded() == nil, let coder = part.coder else { return .null }
        let bytes = try? isSnapshot ? coder.encode(part.value()).bytes : coder.value(part.value())
        return bytes.flatMap { try? JSONValue(bytes: $0) } ?? .null
      })
  }

  /// Decodes the state of a part from ``encodedStates(isSnapshot:)``. Returns `nil` if it can't be read completely.
  package func decodedState(_ encoded: JSONValue, of part: Int) -> Any? {
    guard parts.indices.contains(part), let decoded = parts[part].coder?.decode(encoded.bytes),
      decoded.isWhole
    else { return nil }
    return decoded.state
  }

  /// The states of the parts as values, in their order.
  package var values: [Any] { parts.map { $0.value() } }

  /// Restores the states from ``encodedStates(isSnapshot:)``, and returns whether all of them could be read. Parts that
  /// couldn't be encoded don't change.
  package func restore(encoded: JSONValue) -> Bool {
    guard case .array(let states) = encoded, states.count == parts.count else { return false }
    var isWhole = true
    for (index, state) in states.enumerated() where state != .null {
      guard let value = decodedState(state, of: index) else {
        isWhole = false
        continue
      }
      parts[index].restore(value)
    }
    return isWhole
  }

  // MARK: Parts

  /// Makes a store's state part of the scene's stored state, because the application chose this store.
  /// - Parameter withOthers: Whether the states of the application's other stores are stored too.
  mutating func keep(_ store: some RootStore, withOthers: Bool = false) {
    (named, keepsOthers) = (store, withOthers)
    parts = [StatePart(store, leavingOut: secrets), path].compactMap(\.self)
  }

  /// Makes the states of the application's stores part of the scene's state, unless the application chose a single
  /// store.
  mutating func keepStores(_ stores: [any RootStore]) {
    // The cache tracks what views read from stores and models, but not what they read from a navigator.
    memory?.isOn = path == nil
    if let named {
      let others = keepsOthers ? stores.filter { $0 !== named } : []
      parts.insert(contentsOf: others.map { StatePart($0, leavingOut: secrets) }, at: 1)
      return
    }
    guard stores.count == 1 || path != nil else {
      unnamed = stores
      return
    }
    parts =
      stores.map { StatePart($0, leavingOut: secrets) } + [path].compactMap(\.self)
  }

  /// Makes the path of a navigator part of the state, and derives the scene's location from it.
  /// - Parameter shown: Returns the shown part of the path, or `nil` if the view shows something else.
  mutating func keep(_ dataSource: Navigator.Datasource, shown: @escaping () -> Navigation?) {
    location = { shown()?.location ?? Location() }
    matchingLocation = { requested in
      guard let navigation = shown() else {
        return requested.segments.isEmpty ? Location() : nil
      }
      return navigation.matchingLocation(requested)
    }
    hasQuery = { shown()?.hasQuery($0) ?? true }
    open = { requested in
      shown()?.open(requested)
        ?? OpenedLocation(opened: [], missing: requested.segments, isGone: false)
    }
    map = { shown()?.map }
    let kept = KeptPath(dataSource, shown: shown)
    update = { kept.update() }
    hasRoutes = true
    let path = StatePart(kept, leavingOut: secrets)
    self.path = path
    parts = [path]
  }
}
