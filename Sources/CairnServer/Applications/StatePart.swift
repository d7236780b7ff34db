import CairnDependencies
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
  let identities: () -> Set<[IdentityNode]>
  let cancelEffects: () -> Void

  /// The state of a store.
  init<State, Action>(_ core: Core<State, Action>) {
    name = String(reflecting: State.self)
    value = { core.state }
    restore = { value in
      if let state = value as? State { core.replaceState(state) }
    }
    let coder = StateCoder(State.self)
    self.coder = coder
    uncoded = { coder == nil ? State.self : nil }
    setActionKey = { core.setActionKey($0) }
    interruptions = { core.interruptions }
    identities = { core.identities }
    cancelEffects = { core.cancelAll() }
  }

  /// A navigator's path.
  /// - Parameter shown: What the view shows of it; nil while it shows something else.
  init(_ dataSource: Navigator.Datasource, shown: @escaping () -> Navigation?) {
    name = "path"
    value = { dataSource.path.current }
    restore = { value in
      guard let path = value as? NavigationPath else { return }
      dataSource.restore(path)
      shown()?.rebase()
    }
    coder = StateCoder(
      encode: { value in
        guard let path = value as? NavigationPath, let navigation = shown() else {
          return EncodedState(bytes: [], holdsShared: false)
        }
        return EncodedState(bytes: try navigation.encoded(path), holdsShared: false)
      },
      decode: { bytes in
        shown()?.decoded(bytes).map {
          DecodedState(state: $0.path, isWhole: $0.isWhole, holdsShared: false)
        }
      })
    uncoded = { shown()?.unstoredScreens.first }
    setActionKey = { _ in }
    interruptions = { [] }
    identities = { [] }
    cancelEffects = {}
  }
}

/// The values of several parts; one that could not be read is nil.
struct StateValues {
  let all: [Any?]

  init(_ all: [Any?]) { self.all = all }
}
