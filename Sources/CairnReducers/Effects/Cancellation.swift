import CairnFeatures

/// A cancellation ID, confined to a place in the tree of features.
struct Cancellation: Hashable, Sendable {
  let id: CancellationID
  let path: IdentityPath

  /// Whether canceling this reaches work that was registered under another one.
  func reaches(_ other: Cancellation) -> Bool {
    id == other.id && other.path.starts(with: path)
  }
}

/// A cancellation ID, of any type. It equals another one only if the types are the same, which
/// `AnyHashable` doesn't promise for numbers.
struct CancellationID: Hashable, Sendable {
  private let id: OpaqueID<AnyHashable>
  private let type: ObjectIdentifier

  init<ID: Hashable>(_ id: ID) {
    self.id = OpaqueID(AnyHashable(id))
    type = ObjectIdentifier(ID.self)
  }
}
