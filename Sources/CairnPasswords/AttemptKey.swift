/// The key of a count in an ``AttemptStore``.
///
/// It's a hash, so all keys have the same length, and a store doesn't contain what users have typed.
public struct AttemptKey: Hashable, Sendable {
  /// What's counted with a key.
  public enum Kind: String, CaseIterable, Sendable {
    /// The attempts for an account, from all addresses.
    case account
    /// The attempts for an account from one address.
    case accountAtAddress
    /// The attempts from an address, for all accounts.
    case address
  }

  /// What's counted. Limit the number of records of each kind, because a flood of names or addresses must not remove the
  /// records of the other kinds.
  public let kind: Kind
  /// The key as 64 hexadecimal digits.
  public let text: String

  init(_ purpose: String, _ kind: Kind, _ names: String...) {
    self.kind = kind
    text = SHA256Digest.hex(of: ([purpose, kind.rawValue] + names).joined(separator: "\u{0}"))
  }
}
