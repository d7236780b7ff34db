import CairnDependencies
import Foundation

/// Limits how often someone can guess, by account and by address.
///
/// Call ``begin(account:address:)`` before you verify a password, and ``succeed(account:address:)`` if it's right. If you
/// can't verify it, call ``cancel(account:address:)``:
///
/// ```swift
/// if case .wait(let date) = try await limiter.begin(account: name, address: address) {
///   return .tooManyAttempts(until: date)
/// }
/// do {
///   guard try await hasher.verify(password, against: hash).isRight else { return .wrong }
/// } catch {
///   try await limiter.cancel(account: name, address: address)
///   throw error
/// }
/// try await limiter.succeed(account: name, address: address)
/// ```
/// The first few failed attempts cause no delay. After that, each one doubles the delay before the next attempt, up to
/// a maximum. See ``AttemptPolicy``. An attempt during a delay isn't counted, so a delay can't be extended.
///
/// An attempt counts as failed from its beginning. Attempts that are made at the same time therefore can't exceed the
/// limit, and one that's interrupted by a restart is counted.
///
/// There are three counts: the account's attempts from one address, all of its attempts, and all attempts from the
/// address. The first has the lowest limit, so that others can't easily lock a user out. Someone with many addresses
/// still can. Let users choose a new password with a link, which doesn't depend on these counts.
///
/// A success removes the failures of the account from this address. In the other counts, it only takes back its own
/// attempt. Otherwise, an attacker could sign in to their own account after each guess.
///
/// Names of accounts are limited whether the account exists or not, so a delay doesn't reveal that. The times are those
/// of the dependency `\.date`.
public struct AttemptLimiter: Sendable {
  /// The limits of an account for one address.
  public let account: AttemptPolicy
  /// The limits of an account for all addresses together.
  public let everywhere: AttemptPolicy
  /// The limits of an address for all accounts together.
  public let address: AttemptPolicy

  private let store: any AttemptStore
  private let purpose: String

  /// Creates a limiter.
  /// - Parameters:
  ///   - store: The store of the failed attempts.
  ///   - purpose: The kind of attempt, such as `sign-in`. Limiters with different purposes count separately, even if
  ///     they share a store. Use a purpose for each form, so that failures of one don't delay the others.
  ///   - account: The limits of an account for one address.
  ///   - everywhere: The limits of an account for all addresses together.
  ///   - address: The limits of an address for all accounts together. Several users can have the same address.
  public init(
    store: any AttemptStore, purpose: String = "sign-in", account: AttemptPolicy = .account,
    everywhere: AttemptPolicy = .everywhere, address: AttemptPolicy = .address
  ) {
    self.store = store
    self.purpose = purpose
    self.account = account
    self.everywhere = everywhere
    self.address = address
  }

  /// Counts an attempt, unless the account or the address must wait.
  /// - Parameters:
  ///   - account: The name, or `nil` if the attempt isn't for an account, such as signing up. Names are compared without
  ///     regard to case and surrounding white space. They end at the first control character, as in some databases. If
  ///     your database treats other names as equal, such as with different accents, pass a form that they have in common.
  ///   - address: The IP address of the client, such as `\.request.clientAddress`, or `nil` if it's unknown. The
  ///     addresses of an IPv6 network of 64 bits are counted together, because a client has all of them.
  /// - Throws: An error of the store. Don't verify the password in this case.
  public func begin(account: String?, address: String?) async throws -> AttemptDecision {
    @Dependency(\.date.now) var now
    let date = now
    let limits = limits(account, address)
    return try await store.update(limits.map(\.key), at: date) { records in
      let dates = limits.compactMap { limit in
        records[limit.key].flatMap { limit.policy.end(of: $0, at: date) }
      }
      if let last = dates.max() { return .wait(until: last) }
      for limit in limits {
        records[limit.key] = limit.policy.failing(records[limit.key], at: date)
      }
      return .allowed
    }
  }

  /// Records that an attempt was successful.
  /// - Parameters:
  ///   - account: The account that was passed to ``begin(account:address:)``.
  ///   - address: The address that was passed to ``begin(account:address:)``.
  public func succeed(account: String?, address: String?) async throws {
    try await takeBack(account, address, removing: [.accountAtAddress])
  }

  /// Takes back an attempt whose password wasn't verified, for example because the hasher was busy.
  ///
  /// Don't call this after a password was verified, because the attempt would be free.
  /// - Parameters:
  ///   - account: The account that was passed to ``begin(account:address:)``.
  ///   - address: The address that was passed to ``begin(account:address:)``.
  public func cancel(account: String?, address: String?) async throws {
    try await takeBack(account, address, removing: [])
  }

  /// Removes the failures of an account, for example after its user has chosen a new password.
  /// - Parameters:
  ///   - account: The name of the account.
  ///   - address: The address of its user. Delays of other addresses remain, because someone else can have caused them.
  public func reset(account: String?, address: String?) async throws {
    @Dependency(\.date.now) var now
    let keys = limits(account, address).map(\.key).filter { $0.kind != .address }
    try await store.update(keys, at: now) { records in
      for key in keys { records[key] = nil }
    }
  }

  private func takeBack(
    _ account: String?, _ address: String?, removing removed: Set<AttemptKey.Kind>
  ) async throws {
    @Dependency(\.date.now) var now
    let date = now
    let limits = limits(account, address)
    try await store.update(limits.map(\.key), at: date) { records in
      for (key, policy) in limits {
        records[key] =
          removed.contains(key.kind) ? nil : policy.takingBack(records[key], at: date)
      }
    }
  }

  private func limits(
    _ account: String?, _ address: String?
  ) -> [(key: AttemptKey, policy: AttemptPolicy)] {
    let network = address.map(ClientNetwork.of)
    var limits: [(key: AttemptKey, policy: AttemptPolicy)] = []
    if let account {
      let name = Self.name(account)
      limits.append((AttemptKey(purpose, .accountAtAddress, name, network ?? ""), self.account))
      limits.append((AttemptKey(purpose, .account, name), everywhere))
    }
    if let network { limits.append((AttemptKey(purpose, .address, network), self.address)) }
    return limits
  }

  /// Returns the form in which names are compared.
  ///
  /// SQLite ends a text at U+0000. If the characters after it counted, each name would have any number of forms.
  private static func name(_ text: String) -> String {
    var name = text.trimmingCharacters(in: .whitespacesAndNewlines).unicodeScalars[...]
    if let end = name.firstIndex(where: { $0.properties.generalCategory == .control }) {
      name = name[..<end]
    }
    return String(name).trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
  }
}
