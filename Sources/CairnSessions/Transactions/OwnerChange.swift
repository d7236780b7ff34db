/// Whose a session is from now on.
public enum OwnerChange: Hashable, Sendable {
  /// The owner's, whoever it was before.
  case set(StoredSession.Owner)
  /// Nobody's.
  case clear

  /// The owner from now on; nil where there is none.
  public var owner: StoredSession.Owner? {
    if case .set(let owner) = self { owner } else { nil }
  }
}
