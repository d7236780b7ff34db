import CairnHTTP

/// The secret of an installation, from which all of its keys are derived.
///
/// If the server creates a secret when it starts, cookies and pages from earlier processes are no longer valid. Servers
/// that share sessions must have the same secret. So must a server whose sessions are kept after a restart.
package struct ServerSecret: Sendable {
  /// The purpose of a key. A signature for one purpose isn't valid for another.
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

  /// The minimum number of bytes of a secret.
  package static let minimumLength = 32

  private let material: [UInt8]

  /// Creates a random secret of 256 bits.
  package init() {
    material = RandomToken.bytes(Self.minimumLength)
  }

  /// Creates the secret from `bytes`, or returns `nil` if there are fewer than 32.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.minimumLength else { return nil }
    material = bytes
  }

  /// Derives the key for `purpose`, using HKDF-SHA256 without salt (RFC 5869). Derive it once and keep it.
  package func key(for purpose: Purpose) -> Key {
    Key(bytes(for: purpose))
  }

  /// Derives the bytes of a key for uses other than signatures.
  package func bytes(for purpose: Purpose) -> [UInt8] {
    Self.derive(from: material, info: Array(purpose.rawValue.utf8))
  }

  /// Derives 32 bytes using HKDF. They fit in one block, so the expansion is a single HMAC.
  static func derive(from material: [UInt8], info: [UInt8]) -> [UInt8] {
    let noSalt = [UInt8](repeating: 0, count: 32)
    let extracted = HMACSHA256.code(of: material, key: noSalt).bytes
    return HMACSHA256.code(of: info + [1], key: extracted).bytes
  }
}
