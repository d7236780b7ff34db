/// An update of a session's owner.
public enum OwnerUpdate: Hashable, Sendable {
  /// Sets the owner, and replaces any previous owner.
  case set(StoredSession.Owner)
  /// Removes the owner.
  case clear

  /// The new owner, or `nil` if the owner is removed.
  public var owner: StoredSession.Owner? {
    if case .set(let owner) = self { owner } else { nil }
  }
}
