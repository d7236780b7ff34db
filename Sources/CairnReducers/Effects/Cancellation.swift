/// A cancellation ID, confined to a place in the tree of features.
///
/// `@unchecked Sendable`: identities are made of key paths and IDs, which don't change.
struct Cancellation: Hashable, @unchecked Sendable {
  let id: CancellationID
  let path: IdentityPath

  /// Whether canceling this reaches work that was registered under another one.
  func reaches(_ other: Cancellation) -> Bool {
    id == other.id && other.path.starts(with: path)
  }
}

/// A cancellation ID, of any type. It equals another one only if the types are the same, which
/// `AnyHashable` doesn't promise for numbers.
///
/// `@unchecked Sendable`: the ID is a value that doesn't change.
struct CancellationID: Hashable, @unchecked Sendable {
  private let id: AnyHashable
  private let type: ObjectIdentifier

  init<ID: Hashable>(_ id: ID) {
    self.id = AnyHashable(id)
    type = ObjectIdentifier(ID.self)
  }
}
