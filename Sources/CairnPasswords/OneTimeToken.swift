/// A random text that can be used once, such as in a link for a new password.
///
/// ```swift
/// let token = OneTimeToken()
/// try await resets.insert(token.id, token.digest, account: account.id, until: date.now + 1800)
/// try await mail.send(to: account.email, "https://example.org/reset/\(token.text)")
/// ```
/// Store only the ``id`` and the ``digest``. Someone who reads your database can't derive the token from them. When a user
/// returns with the token, find the row with the ID, and call ``matches(_:)`` with the stored digest. Delete the row in
/// the same transaction as the work that the token allows.
///
/// The token has 256 random bits, and 128 of them aren't in the ID. That's too many to guess, so the digest is a plain
/// SHA-256.
public struct OneTimeToken: Hashable, Sendable {
  /// The token as 64 hexadecimal digits, which can be a segment of a URL.
  public let text: String

  private static let length = 64

  /// Creates a random token.
  public init() {
    var random = SystemRandomNumberGenerator()
    text = SHA256Digest.hex(
      (0..<Self.length / 2).map { _ in UInt8.random(in: .min ... .max, using: &random) })
  }

  /// Creates the token with a text, or `nil` if the text isn't a token.
  public init?(_ text: String) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let letters = UInt8(ascii: "a")...UInt8(ascii: "f")
    guard text.utf8.count == Self.length,
      text.utf8.allSatisfy({ digits.contains($0) || letters.contains($0) })
    else { return nil }
    self.text = text
  }

  /// The key to find a token by. It's the first half of the text, and isn't secret.
  public var id: String { String(text.prefix(Self.length / 2)) }

  /// The digest to store, as 64 hexadecimal digits.
  public var digest: String { SHA256Digest.hex(of: text) }

  /// Returns whether a stored digest is the one of this token. The time doesn't depend on the number of equal digits.
  public func matches(_ digest: String) -> Bool {
    let (computed, stored) = (Array(self.digest.utf8), Array(digest.utf8))
    guard computed.count == stored.count else { return false }
    return zip(computed, stored).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// A token's descriptions and dumps don't contain its text.
extension OneTimeToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "OneTimeToken(•••)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
