/// The rank of a session in the order of eviction.
///
/// Sessions that aren't established are evicted before all others. Within each group, the least recently used session
/// is evicted first.
package struct EvictionRank<Time: Comparable>: Comparable {
  /// Whether the session ever had an owner, or more than one submission.
  package let isEstablished: Bool
  package let lastUse: Time

  package init(isEstablished: Bool, lastUse: Time) {
    self.isEstablished = isEstablished
    self.lastUse = lastUse
  }

  package static func < (one: Self, other: Self) -> Bool {
    one.isEstablished == other.isEstablished
      ? one.lastUse < other.lastUse : other.isEstablished
  }
}

extension EvictionRank: Sendable where Time: Sendable {}

extension SessionLimits {
  /// Returns a client's share of a limit, which is 1/64 of it.
  ///
  /// - Parameter least: The minimum share.
  package static func share(of limit: Int, atLeast least: Int) -> Int { max(least, limit / 64) }

  /// A client's minimum share of the number of sessions, no matter how small the limit is.
  package static let leastSessions = 8
}
