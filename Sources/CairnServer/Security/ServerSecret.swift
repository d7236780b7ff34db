import Crypto

/// What only the servers of one installation know, and what all their keys are derived from.
///
/// A secret that is made at the start makes cookies and pages of an earlier process void. Servers
/// that share sessions, and a server whose sessions outlive it, have to be given the same one.
package struct ServerSecret: Sendable {
  /// What a key signs. A signature made for one purpose is worth nothing for another.
  package enum Purpose: String, CaseIterable, Sendable {
    case session = "cairn session cookie 1"
    case page = "cairn page token 1"
  }

  /// A key for one purpose, with its first block already hashed.
  package struct Key: Sendable {
    let keyed: HMAC<SHA256>

    init(_ key: SymmetricKey) {
      keyed = HMAC(key: key)
    }
  }

  /// The fewest bytes of a secret.
  package static let minimumLength = 32

  private let material: SymmetricKey

  /// A new random secret of 256 bits.
  package init() {
    material = SymmetricKey(size: .bits256)
  }

  /// The secret made of `bytes`, or nil where they are fewer than 32.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.minimumLength else { return nil }
    material = SymmetricKey(data: bytes)
  }

  /// The key for `purpose`, by HKDF-SHA256 (RFC 5869). Derive once and keep it.
  package func key(for purpose: Purpose) -> Key {
    Key(
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: material,
        info: Array(purpose.rawValue.utf8),
        outputByteCount: 32
      ))
  }
}
