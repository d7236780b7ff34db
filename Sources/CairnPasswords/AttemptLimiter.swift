import CairnDependencies
import Foundation

/// Limits how often someone can guess, by account and by address.
///
/// Call ``begin(account:address:)`` before you verify a password, and ``succeed(account:address:)`` if it's right:
///
/// ```swift
/// if case .wait(let date) = try await limiter.begin(account: name, address: address) {
///   return .tooManyAttempts(until: date)
/// }
/// guard try await hasher.verify(password, against: hash).isRight else { return .wrong }
/// try await limiter.succeed(account: name, address: address)
/// ```
/// The first few failed attempts cause no delay. After that, each one doubles the delay before the next attempt, up to
/// a maximum. See ``AttemptPolicy``. An attempt during a delay isn't counted, so a delay can't be extended.
///
/// An attempt counts as failed from its beginning. Attempts that are made at the same time therefore can't exceed the
/// limit, and one that's interrupted by a restart is counted.
///
/// A success removes the failures of the account. For the address, it only takes back its own attempt. Otherwise, an
/// attacker could sign in to their own account after each guess.
///
/// Names of accounts are limited whether the account exists or not, so a delay doesn't reveal that. The times are those
/// of the dependency `\.date`.
public struct AttemptLimiter: Sendable {
  /// The limits of an account.
  public let account: AttemptPolicy
  /// The limits of an address.
  public let address: AttemptPolicy

  private let store: any AttemptStore
  private let purpose: String

  /// Creates a limiter.
  /// - Parameters:
  ///   - store: The store of the failed attempts.
  ///   - purpose: The kind of attempt, such as `sign-in`. Limiters with different purposes count separately, even if
  ///     they share a store.
  ///   - account: The limits of an account.
  ///   - address: The limits of an address. Several users can have the same address.
  public init(
    store: any AttemptStore, purpose: String = "sign-in", account: AttemptPolicy = .account,
    address: AttemptPolicy = .address
  ) {
    self.store = store
    self.purpose = purpose
    self.account = account
    self.address = address
  }

  /// Counts an attempt, unless the account or the address must wait.
  /// - Parameters:
  ///   - account: The name as typed, or `nil` if the attempt isn't for an account, such as signing up. Names are
  ///     compared without regard to case and surrounding white space.
  ///   - address: The IP address of the client, such as `\.request.clientAddress`, or `nil` if it's unknown. The
  ///     addresses of an IPv6 network of 64 bits are counted together, because a client has all of them.
  /// - Throws: An error of the store. Don't verify the password in this case.
  public func begin(account: String?, address: String?) async throws -> AttemptDecision {
    @Dependency(\.date.now) var now
    let date = now
    let limits = limits(account, address)
    return try await store.update(limits.map(\.key)) { records in
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
    let (accounts, addresses) = (limits(account, nil).map(\.key), limits(nil, address).map(\.key))
    try await store.update(accounts + addresses) { records in
      for key in accounts { records[key] = nil }
      for key in addresses { records[key] = records[key]?.withoutLatest }
    }
  }

  /// Removes the failures of an account, for example after its user has chosen a new password.
  public func reset(account: String?) async throws {
    let keys = limits(account, nil).map(\.key)
    try await store.update(keys) { records in
      for key in keys { records[key] = nil }
    }
  }

  private func limits(
    _ account: String?, _ address: String?
  ) -> [(key: AttemptKey, policy: AttemptPolicy)] {
    var limits: [(key: AttemptKey, policy: AttemptPolicy)] = []
    if let account {
      let name = account.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
      limits.append((AttemptKey(purpose, "account", name), self.account))
    }
    if let address {
      limits.append((AttemptKey(purpose, "address", ClientNetwork.of(address)), self.address))
    }
    return limits
  }
}
