import CairnDependencies
import CairnFeatures
import CairnReducers
import CairnScreens

/// A part of a scene's state: that of a store, or the path of its navigator.
struct StatePart {
  /// What tells it from the other parts where it is stored.
  let name: String
  let value: () -> Any
  let restore: (Any) -> Void
  /// How it is stored; nil where it is not `Codable`.
  let coder: StateCoder?
  /// A type that keeps it, or something of it, from being stored.
  let uncoded: () -> Any.Type?
  let setActionKey: (IdempotencyKey?) -> Void
  let interruptions: () -> [String]
  /// Who the children are that the state has and may lose.
  let presented: () -> Set<AnyHashable>
  let cancelEffects: () -> Void
  /// Whether the state is being changed, and can not be read.
  let isReducing: () -> Bool
  /// What it is, for journals.
  let head: StoreHead
  let observe: (@escaping (RecordedStep) -> Void) -> Void

  /// The state of a store.
  /// - Parameter secrets: The texts that are left out of what is stored.
  init<Store: RootStore>(_ store: Store, leavingOut secrets: SecretTexts) {
    name = String(reflecting: Store.State.self)
    value = { store.state }
    restore = { value in
      if let state = value as? Store.State { store.replaceState(state) }
    }
    let coder = StateCoder(Store.State.self)?.redacting(secrets)
    self.coder = coder
    uncoded = { coder == nil ? Store.State.self : nil }
    setActionKey = { store.setActionKey($0) }
    interruptions = { store.interruptions }
    presented = { store.presented }
    cancelEffects = { store.cancelAll() }
    isReducing = { store.isReducing }
    head = StoreHead(
      kind: store is any ReducerStore ? .reducer : .model,
      feature: String(reflecting: store.feature), state: name)
    observe = { store.observe($0) }
  }

  /// A navigator's path.
  /// - Parameter secrets: The texts that are left out of what is stored.
  init(_ path: KeptPath, leavingOut secrets: SecretTexts) {
    name = "path"
    value = { path.value }
    restore = { path.restore($0) }
    coder = StateCoder(
      encode: { EncodedState(bytes: try path.encoded($0), holdsShared: false) },
      decode: { path.decoded($0) }
    ).redacting(secrets)
    uncoded = { path.shown()?.unstoredScreens.first }
    setActionKey = { _ in }
    interruptions = { [] }
    presented = { [] }
    cancelEffects = {}
    isReducing = { false }
    head = StoreHead(kind: .path, feature: name, state: name)
    observe = { _ in }
  }
}

/// The path of a navigator as it is kept: what its screens are is known to the tree, which may not be
/// shown yet when the path is read from the store.
final class KeptPath {
  /// A path that was stored, and waits for the tree that can read it.
  private struct Unread {
    let bytes: [UInt8]
  }

  private let dataSource: Navigator.Datasource
  /// What the view shows of the path; nil while it shows something else.
  let shown: () -> Navigation?
  private var unread: Unread?

  init(_ dataSource: Navigator.Datasource, shown: @escaping () -> Navigation?) {
    self.dataSource = dataSource
    self.shown = shown
  }

  var value: Any { unread ?? dataSource.path.current }

  func restore(_ value: Any) {
    unread = value as? Unread
    if let path = value as? NavigationPath { dataSource.restore(path) }
    read()
    shown()?.rebase()
  }

  /// Reads what waits for the tree, if that is shown now.
  private func read() {
    guard let bytes = unread?.bytes, let navigation = shown() else { return }
    unread = nil
    if let decoded = navigation.decoded(bytes) {
      dataSource.restore(decoded.path)
      navigation.rebase()
    }
  }

  /// What follows from the path; answers whether anything was done.
  func update() -> Bool {
    read()
    return shown()?.update() ?? false
  }

  func encoded(_ value: Any) throws -> [UInt8] {
    if let unread = value as? Unread { return unread.bytes }
    return try (value as? NavigationPath)?.encoded() ?? []
  }

  func decoded(_ bytes: [UInt8]) -> DecodedState? {
    guard let navigation = shown() else {
      return DecodedState(state: Unread(bytes: bytes), isWhole: true, holdsShared: false)
    }
    return navigation.decoded(bytes).map {
      DecodedState(state: $0.path, isWhole: $0.isWhole, holdsShared: false)
    }
  }
}

/// The values of several parts; one that could not be read is nil.
struct StateValues {
  let all: [Any?]

  init(_ all: [Any?]) { self.all = all }
}
