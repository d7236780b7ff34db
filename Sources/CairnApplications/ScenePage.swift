package import CairnDependencies
package import CairnFeatures
import CairnReducers
package import CairnScreens
package import CairnViews

/// What the server does with a scene: draw it, find its handlers, read and open its location.
///
/// Everything in it is used under the lock of the scene that it belongs to.
public struct ScenePage {
  package let render: (PageContext) -> RenderedPage
  package let collect: (Set<UInt64>) -> Collected
  /// Where the scene is, relative to where the application is mounted.
  package internal(set) var location: () -> Location = { Location() }
  /// Where the scene is, if that is what a requested location means; nil where it is elsewhere.
  package internal(set) var place: (Location) -> Location? = {
    $0.segments.isEmpty ? Location() : nil
  }
  /// Whether the scene has the query of one of its locations, without what is presented above it.
  package internal(set) var hasQuery: (Location) -> Bool = { _ in true }
  /// Whether it has any location but that of the application.
  package internal(set) var hasLocations = false
  /// Opens a location on the scene's state.
  package internal(set) var open: (Location) -> OpenedLocation = {
    OpenedLocation(opened: [], missing: $0.segments, isGone: false)
  }
  /// The application's screens; nil where neither locations nor a tree tell of them.
  package internal(set) var map: () -> ScreenMap? = { nil }
  /// What follows from the state before views appear; answers whether anything was done.
  package internal(set) var update: () -> Bool = { false }
  /// What the scene's views have written.
  package internal(set) var memory: RenderMemory?
  /// What the scene's state consists of: the stores in the order of the application, and then the path,
  /// as what is shown of it may depend on them.
  private var parts: [StatePart] = [] {
    didSet { coder = StateCoder(of: parts, isPartial: named != nil) }
  }
  /// The path of the application's navigator, where it has one.
  private var path: StatePart?
  /// The store that the application said is stored.
  private var named: (any RootStore)?
  /// Whether the application's other stores are stored too.
  private var keepsOthers = false
  /// Whether the application said which store is stored.
  var isNamed: Bool { named != nil }
  /// How the state is stored, or as much of it as can be; `nil` if none of it is.
  package private(set) var coder: StateCoder?
  /// Whether some of the state can't be stored, so that it's lost with the scene.
  package var hasUnstoredState: Bool {
    !unnamed.isEmpty || parts.contains { coder == nil || $0.coder == nil }
  }
  /// The texts of secure fields, which are left out of what is stored of the state.
  package let secrets = SecretTexts.current
  /// Where the values are that the session's scenes share. The texts are left out there too.
  private let sessionStorage = DependencyValues._current.sessionStorage
  /// Several stores, of which none is named and none is stored.
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
  /// The scene's state as a value; nil where it has none that is known.
  package func snapshot() -> Any? {
    switch parts.count {
    case 0: nil
    case 1: parts[0].value()
    default: StateValues(parts.map { $0.value() })
    }
  }

  /// Makes a snapshot of the same application the state.
  package func restore(_ snapshot: Any) {
    guard let values = snapshot as? StateValues else {
      parts.first?.restore(snapshot)
      return
    }
    for (part, value) in zip(parts, values.all) {
      if let value { part.restore(value) }
    }
  }

  /// Leaves a text out of what is stored of the state from now on: it is about to be written there.
  package func protect(_ secret: String) {
    secrets.add(secret) { parts.compactMap { try? $0.coder?.encode($0.value()).bytes } }
    sessionStorage.protect(secret)
  }

  /// Gives the next actions a key; see `DependencyValues.idempotencyKey`.
  package func setActionKey(_ key: IdempotencyKey?) {
    for part in parts { part.setActionKey(key) }
  }

  /// What users are told where the effects that run are cut off.
  package func interruptions() -> [String] { parts.flatMap { $0.interruptions() } }

  /// Who the features are that the state presents, those of its stacks among them.
  package func presented() -> Set<AnyHashable> {
    parts.reduce(into: []) { $0.formUnion($1.presented()) }
  }

  /// Whether a reducer runs: the state can not be read until its action is processed.
  package var isReducing: Bool { parts.contains { $0.isReducing() } }

  package func cancelEffects() {
    for part in parts { part.cancelEffects() }
  }

  /// Why the state is not stored; nil where it is.
  package var gap: StorageGap? {
    if !unnamed.isEmpty { return .severalStores(unnamed.map { $0.stateType }) }
    guard !parts.isEmpty else { return .noStore }
    guard let type = parts.lazy.compactMap({ $0.uncoded() }).first else { return nil }
    // Without the named one, none are stored.
    return named != nil && parts[0].coder != nil
      ? .partNotCodable(type) : .notCodable(type, hasLocations: hasLocations)
  }

  // MARK: Recording

  /// Tells somebody what happens in the stores from now on, and in which of them.
  package func observe(_ observer: @escaping (Int, RecordedStep) -> Void) {
    for (index, part) in parts.enumerated() { part.observe { observer(index, $0) } }
  }

  package var storeHeads: [StoreHead] { parts.map(\.head) }

  /// The states of the parts as JSON, in their order; null for one that can not be encoded.
  /// - Parameter isSnapshot: Whether what is no part of the values is there too, from which a scene goes
  ///   on.
  package func encodedStates(isSnapshot: Bool = true) -> JSONValue {
    .array(
      parts.map { part in
        guard part.uncoded() == nil, let coder = part.coder else { return .null }
        let bytes = try? isSnapshot ? coder.encode(part.value()).bytes : coder.value(part.value())
        return bytes.flatMap { try? JSONValue(bytes: $0) } ?? .null
      })
  }

  /// A part's state that was encoded so; nil where it can not be read whole.
  package func decodedState(_ encoded: JSONValue, of part: Int) -> Any? {
    guard parts.indices.contains(part), let decoded = parts[part].coder?.decode(encoded.bytes),
      decoded.isWhole
    else { return nil }
    return decoded.state
  }

  /// The states of the parts as values, in their order.
  package var values: [Any] { parts.map { $0.value() } }

  /// Makes states that were encoded so the scene's; answers whether all could be read. What could not be
  /// encoded stays as it is.
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

  // MARK: What it consists of

  /// Makes the state of a store the scene's, as the application says: what is stored of it, and gone on
  /// from.
  /// - Parameter withOthers: Whether the states of the application's other stores are parts of it too.
  mutating func keep(_ store: some RootStore, withOthers: Bool = false) {
    (named, keepsOthers) = (store, withOthers)
    parts = [StatePart(store, leavingOut: secrets), path].compactMap(\.self)
  }

  /// Makes the states of the stores that the application has made the scene's, unless it named one alone.
  mutating func keepStores(_ stores: [any RootStore]) {
    // What views read of stores and models is known, and what they read of a navigator is not.
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

  /// Makes the path of a navigator a part of the state, and the scene's location.
  /// - Parameter shown: What the view shows of the path; nil while it shows something else.
  mutating func keep(_ dataSource: Navigator.Datasource, shown: @escaping () -> Navigation?) {
    location = { shown()?.location ?? Location() }
    place = { requested in
      guard let navigation = shown() else {
        return requested.segments.isEmpty ? Location() : nil
      }
      return navigation.place(requested)
    }
    hasQuery = { shown()?.hasQuery($0) ?? true }
    open = { requested in
      shown()?.open(requested)
        ?? OpenedLocation(opened: [], missing: requested.segments, isGone: false)
    }
    map = { shown()?.map }
    let kept = KeptPath(dataSource, shown: shown)
    update = { kept.update() }
    hasLocations = true
    let path = StatePart(kept, leavingOut: secrets)
    self.path = path
    parts = [path]
  }
}
