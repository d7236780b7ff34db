/// The result of verifying a password.
///
/// Descriptions and dumps of a result contain the new hash, so don't log it.
public enum PasswordVerification: Hashable, Sendable {
  /// The password is wrong, or the account doesn't exist.
  case wrong
  /// The password is right.
  case right
  /// The password is right, and its stored hash is weaker than new hashes. Store the new hash instead.
  case rightNeedsRehash(String)

  /// Whether the password is right.
  public var isRight: Bool { self != .wrong }
}
