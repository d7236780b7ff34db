/// The key of an account or an address in an ``AttemptStore``.
///
/// It's a hash, so all keys have the same length, and a store doesn't contain what users have typed.
public struct AttemptKey: Hashable, Sendable {
  /// The key as 64 hexadecimal digits.
  public let text: String

  init(_ purpose: String, _ kind: String, _ name: String) {
    text = SHA256Digest.hex(of: [purpose, kind, name].joined(separator: "\u{0}"))
  }
}
