public import CairnFeatures
import Foundation
import IssueReporting

/// Hashes passwords for storage, and verifies passwords against stored hashes.
///
/// ```swift
/// let hash = try await hasher.hash(password)
/// switch try await hasher.verify(password, against: hash) {
/// case .wrong: …
/// case .right: …
/// case .rightNeedsRehash(let newHash): …  // Store the new hash.
/// }
/// ```
/// A hash is a text of ASCII characters, such as `$y$jAT$…`. It contains the algorithm, its cost, and a random salt of
/// 128 bits, so it's all that you need to store.
///
/// The algorithm is yescrypt, as implemented by libxcrypt, which most Linux distributions use for their own passwords.
/// Hashing is slow and needs memory, which makes guessing expensive for an attacker with stolen hashes. It runs on
/// threads of its own, and only a few passwords are hashed at the same time. If too many others wait, the methods throw
/// ``PasswordError/busy``.
///
/// Passwords are hashed as bytes of UTF-8, without Unicode normalization.
public struct PasswordHasher: Sendable {
  /// The cost of hashing, from 1 to 11. See ``init(cost:maximumConcurrency:maximumWaiting:)``.
  public let cost: Int

  /// The maximum length of a password, in bytes of UTF-8. This is the limit of libxcrypt.
  public static let maximumLength = 511

  /// The costs that libxcrypt accepts.
  private static let costs = 1...11

  let queue: HashingQueue
  /// The parameters of hashes that don't need to be replaced, for this cost and higher ones.
  private let sufficient: Set<Substring>

  /// Creates a hasher.
  ///
  /// Each step of the cost doubles the memory, and makes hashing slower. The following table contains the memory for
  /// each password that's being hashed, and the time, measured on one core of an AMD EPYC processor:
  ///
  /// | Cost | Memory | Time |
  /// |---|---|---|
  /// | 5 | 16 MiB | 40 ms |
  /// | 6 | 32 MiB | 65 ms |
  /// | 7 | 64 MiB | 95 ms |
  /// | 8 | 128 MiB | 210 ms |
  ///
  /// The default of libxcrypt is 5. The Password Storage Cheat Sheet of OWASP has no parameters for yescrypt. For the
  /// similar algorithms Argon2id and scrypt, it requires at least 19 MiB and 128 MiB. The default of this hasher is 6,
  /// which is the lowest cost that needs more memory than 19 MiB. If your server has enough memory, use 8.
  /// - Parameters:
  ///   - cost: The cost, from 1 to 11. Only use a low cost in tests.
  ///   - maximumConcurrency: The number of passwords that are hashed at the same time, which limits the memory. If it's
  ///     `nil`, the hasher uses half of the processor's cores.
  ///   - maximumWaiting: The number of passwords that wait while others are being hashed.
  public init(cost: Int = 6, maximumConcurrency: Int? = nil, maximumWaiting: Int = 100) {
    if !Self.costs.contains(cost) {
      reportIssue(
        """
        A 'PasswordHasher' was created with a cost of \(cost).

        The cost must be from \(Self.costs.lowerBound) to \(Self.costs.upperBound), so the closest of these is used.
        """)
    }
    let cost = min(max(cost, Self.costs.lowerBound), Self.costs.upperBound)
    self.cost = cost
    queue = HashingQueue(
      maximumConcurrency: maximumConcurrency ?? ProcessInfo.processInfo.activeProcessorCount / 2,
      maximumWaiting: maximumWaiting)
    sufficient = Set(
      (cost...Self.costs.upperBound).compactMap {
        (try? Crypt.setting(cost: $0)).flatMap(Self.parameters)
      })
  }

  /// Returns a hash to store for a password.
  ///
  /// Each call returns a different hash, because the salt is random.
  /// - Throws: ``PasswordError``, such as ``PasswordError/empty`` for an empty password, or `CancellationError` if the
  ///   task is canceled before it's the password's turn.
  public func hash(_ secret: Secret) async throws -> String {
    if let error = secret.withText(Self.objection) { throw error }
    return try await queue.run { [cost] in
      try Crypt.hash(secret, setting: Crypt.setting(cost: cost))
    }
  }

  /// Verifies a password against a stored hash.
  ///
  /// Pass `nil` if the account doesn't exist. The method then takes the same time as for a wrong password, so an
  /// attacker can't find out by the time whether the account exists.
  ///
  /// In addition to the hashes of this hasher, the method accepts hashes from other systems. They're made with yescrypt
  /// (`$y$`), bcrypt (`$2a$`, `$2b$`, `$2y$`), or SHA-512 (`$6$`). If the algorithm or the cost is weaker than this
  /// hasher's, and the password is right, the result contains a new hash. A bcrypt hash covers only the first 72 bytes
  /// of a password. The new hash covers the whole password that the user has typed.
  ///
  /// An empty password, or one that ``hash(_:)`` rejects for another reason, is wrong.
  /// - Throws: ``PasswordError``, such as ``PasswordError/unsupportedHash`` if the hash is incomplete, or
  ///   `CancellationError` if the task is canceled before it's the password's turn.
  public func verify(
    _ secret: Secret, against hash: String?
  ) async throws -> PasswordVerification {
    if let hash, !Crypt.isSupported(hash) { throw PasswordError.unsupportedHash }
    guard secret.withText(Self.objection) == nil else { return .wrong }
    guard let hash else {
      _ = try await self.hash(secret)
      return .wrong
    }
    let isSufficient = Self.parameters(of: hash).map { sufficient.contains($0) } ?? false
    return try await queue.run { [cost] in
      guard try Crypt.matches(secret, hash: hash) else { return .wrong }
      guard !isSufficient else { return .right }
      return .rightNeedsRehash(try Crypt.hash(secret, setting: Crypt.setting(cost: cost)))
    }
  }

  /// Returns the reason why a password can't be hashed, or `nil` if it can.
  private static func objection(to text: String) -> PasswordError? {
    if text.isEmpty { return .empty }
    if text.utf8.count > maximumLength { return .tooLong }
    return text.utf8.contains(0) ? .containsNull : nil
  }

  /// Returns the part of a yescrypt hash that contains its cost, or `nil` for other algorithms.
  private static func parameters(of hash: String) -> Substring? {
    guard hash.hasPrefix(Crypt.yescrypt) else { return nil }
    return hash.dropFirst(Crypt.yescrypt.count).prefix { $0 != "$" }
  }
}
