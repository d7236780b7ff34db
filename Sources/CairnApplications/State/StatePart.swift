import CairnDependencies
import CairnFeatures
import CairnReducers
import CairnScreens

/// A part of a scene's state, which is the state of a store or the path of its navigator.
struct StatePart {
  /// The part's name in the stored state.
  let name: String
  let value: () -> Any
  let restore: (Any) -> Void
  /// The coder, or `nil` if the state isn't `Codable`.
  let coder: StateCoder?
  /// Returns the type that prevents all or some of the part from being stored, or `nil` if there is none.
  let uncoded: () -> Any.Type?
  let setActionKey: (IdempotencyKey?) -> Void
  let interruptions: () -> [String]
  let resumptions: () -> [EffectResumption]
  /// Continues after the interruption of an effect, and returns whether an action was sent.
  let resume: (EffectResumption) -> Bool
  /// Returns the identities of the presented features and stack elements.
  let presented: () -> Set<AnyHashable>
  let cancelEffects: () -> Void
  /// Returns whether the state is being changed, so that it can't be read.
  let isReducing: () -> Bool
  /// The description of the part in journals.
  let head: StoreHead
  let observe: (@escaping (RecordedStep) -> Void) -> Void

  /// Creates a part from the state of a store.
  /// - Parameter secrets: The texts that are left out of the stored state.
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
    let resuming = store as? any ResumingStore
    // An action that contains a secret isn't stored, because it's incomplete without the secret.
    resumptions = {
      (resuming?.resumptions ?? []).compactMap { resumption in
        resumption.storing { secrets.redacted(json: $0.payload) == nil }
      }
    }
    resume = { resuming?.resume($0) ?? false }
    presented = { store.presented }
    cancelEffects = { store.cancelAll() }
    isReducing = { store.isReducing }
    head = StoreHead(
      kind: store is any ReducerStore ? .reducer : .model,
      feature: String(reflecting: store.feature), state: name)
    observe = { store.observe($0) }
  }

  /// Creates a part from a navigator's path.
  /// - Parameter secrets: The texts that are left out of the stored state.
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
    resumptions = { [] }
    resume = { _ in false }
    presented = { [] }
    cancelEffects = {}
    isReducing = { false }
    head = StoreHead(kind: .path, feature: name, state: name)
    observe = { _ in }
  }
}

/// The stored path of a navigator.
///
/// Only the tree can decode the path, because it knows the types of the screens. The tree may not be shown yet when the
/// path is restored. The path then stays encoded until the tree is shown.
final class KeptPath {
  /// An encoded path that waits for its tree.
  private struct Unread {
    let bytes: [UInt8]
  }

  private let dataSource: Navigator.Datasource
  /// Returns the shown part of the path, or `nil` if the view shows something else.
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

  /// Decodes a waiting path if its tree is now shown.
  private func read() {
    guard let bytes = unread?.bytes, let navigation = shown() else { return }
    unread = nil
    if let decoded = navigation.decoded(bytes) {
      dataSource.restore(decoded.path)
      navigation.rebase()
    }
  }

  /// Makes the changes that follow from the path. Returns whether it changed anything.
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

/// The values of several parts. The value of a part that couldn't be read is `nil`.
struct StateValues {
  let all: [Any?]

  init(_ all: [Any?]) { self.all = all }
}
