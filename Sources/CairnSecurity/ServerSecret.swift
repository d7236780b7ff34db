import CairnBytes
import CairnHTTP

/// The secret of an installation, from which all of its keys are derived.
///
/// If the server creates a secret when it starts, cookies and pages from earlier processes are no longer valid. Servers
/// that share sessions must have the same secret. So must a server whose sessions are kept after a restart.
///
/// To replace a secret, an installation has several for a while. The first one signs. The signatures of the others are
/// valid, too.
package struct ServerSecret: Sendable {
  /// The purpose of a key. A signature for one purpose isn't valid for another.
  package enum Purpose: String, CaseIterable, Sendable {
    case session = "cairn session cookie 1"
    case page = "cairn page token 1"
    /// The names of renewed sessions. A server looks for names from each secret.
    case renewal = "cairn session renewal 1"
    /// The hashes of a page's regions. With another secret, a page gets all of its regions again.
    case regions = "cairn page regions 1"
    /// The hashes of clients' addresses. After the first secret has changed, a client's earlier sessions count as
    /// another client's.
    case client = "cairn client address 1"
    /// The ID of a secret in the log.
    case id = "cairn secret id 1"
  }

  /// A key for one purpose, with its first block already hashed.
  package struct Key: Sendable {
    /// The key that signs.
    let keyed: HMACSHA256
    /// The keys of the other secrets, whose signatures are valid, too.
    let others: [HMACSHA256]

    /// Whether there are several secrets.
    package var hasOthers: Bool { !others.isEmpty }

    /// The key of each secret alone, with the one that signs first.
    package var single: [Key] { ([keyed] + others).map { Key(keyed: $0, others: []) } }
  }

  /// The minimum number of bytes of a secret.
  package static let minimumLength = 32
  /// The maximum number of secrets. Each one adds the time of a signature to the check of an invalid cookie.
  package static let maximumCount = 8

  /// The secret that signs.
  private let material: [UInt8]
  /// The other secrets, whose signatures are valid, too.
  private let others: [[UInt8]]

  /// Creates a random secret of 256 bits.
  package init() {
    material = RandomToken.bytes(Self.minimumLength)
    others = []
  }

  /// Creates the secret from `bytes`, or returns `nil` if there are fewer than 32.
  /// - Parameter others: Other secrets, whose signatures are valid, too.
  package init?(_ bytes: [UInt8], others: [[UInt8]] = []) {
    guard ([bytes] + others).allSatisfy({ $0.count >= Self.minimumLength }) else { return nil }
    material = bytes
    self.others = others
  }

  /// The number of secrets, including the one that signs.
  package var count: Int { 1 + others.count }

  /// The ID of the secret that signs, by which operators can compare servers. The secret can't be derived from it.
  package var id: String {
    bytes(for: .id).prefix(4).map(\.paddedHex).joined()
  }

  /// Derives the key for `purpose`, using HKDF-SHA256 without salt (RFC 5869). Derive it once and keep it.
  package func key(for purpose: Purpose) -> Key {
    let info = Array(purpose.rawValue.utf8)
    return Key(
      keyed: HMACSHA256(key: Self.derive(from: material, info: info)),
      others: others.map { HMACSHA256(key: Self.derive(from: $0, info: info)) })
  }

  /// Derives the bytes of a key for uses other than signatures, from the secret that signs.
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
