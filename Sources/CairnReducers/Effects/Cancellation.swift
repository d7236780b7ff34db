import CairnFeatures

/// A cancellation ID that applies to one position in the tree of features.
struct Cancellation: Hashable, Sendable {
  let id: CancellationID
  let path: IdentityPath

  /// Returns whether canceling this also cancels work that was registered with another cancellation.
  func reaches(_ other: Cancellation) -> Bool {
    id == other.id && other.path.starts(with: path)
  }
}

/// A cancellation ID of any type.
///
/// Two IDs are equal only if their types are the same. `AnyHashable` doesn't guarantee that for numbers.
struct CancellationID: Hashable, Sendable {
  private let id: OpaqueID<AnyHashable>
  private let type: ObjectIdentifier

  init<ID: Hashable>(_ id: ID) {
    self.id = OpaqueID(AnyHashable(id))
    type = ObjectIdentifier(ID.self)
  }
}
