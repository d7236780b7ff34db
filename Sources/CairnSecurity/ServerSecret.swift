import CairnHTTP

/// What only the servers of one installation know, and what all their keys are derived from.
///
/// A secret that is made at the start makes cookies and pages of an earlier process void. Servers
/// that share sessions, and a server whose sessions outlive it, have to be given the same one.
package struct ServerSecret: Sendable {
  /// What a key signs. A signature made for one purpose is worth nothing for another.
  package enum Purpose: String, CaseIterable, Sendable {
    case session = "cairn session cookie 1"
    case page = "cairn page token 1"
    case identity = "cairn session identity 1"
    case renewal = "cairn session renewal 1"
    case regions = "cairn page regions 1"
    case client = "cairn client address 1"
  }

  /// A key for one purpose, with its first block already hashed.
  package struct Key: Sendable {
    let keyed: HMACSHA256

    init(_ key: [UInt8]) {
      keyed = HMACSHA256(key: key)
    }
  }

  /// The fewest bytes of a secret.
  package static let minimumLength = 32

  private let material: [UInt8]

  /// A new random secret of 256 bits.
  package init() {
    material = RandomToken.bytes(Self.minimumLength)
  }

  /// The secret made of `bytes`, or nil where they are fewer than 32.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.minimumLength else { return nil }
    material = bytes
  }

  /// The key for `purpose`, by HKDF-SHA256 without salt (RFC 5869). Derive once and keep it.
  package func key(for purpose: Purpose) -> Key {
    Key(bytes(for: purpose))
  }

  /// The same as bytes, for what is no signature.
  package func bytes(for purpose: Purpose) -> [UInt8] {
    Self.derive(from: material, info: Array(purpose.rawValue.utf8))
  }

  /// 32 bytes by HKDF: one block is all that they take, so that expanding is one code.
  static func derive(from material: [UInt8], info: [UInt8]) -> [UInt8] {
    let noSalt = [UInt8](repeating: 0, count: 32)
    let extracted = HMACSHA256.code(of: material, key: noSalt).bytes
    return HMACSHA256.code(of: info + [1], key: extracted).bytes
  }
}
