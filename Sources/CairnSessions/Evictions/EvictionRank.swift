/// Which sessions are evicted first: those of a single submission, then those that weren't used for the longest time.
package struct EvictionRank<Time: Comparable>: Comparable {
  /// Whether the session had more than one submission, or has an owner.
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
  /// A client's share of what there is a limit on: 1/64 of it.
  /// - Parameter least: The share is at least this.
  package static func share(of limit: Int, atLeast least: Int) -> Int { max(least, limit / 64) }

  /// The share of a client that has few sessions, however small the limit is.
  package static let leastSessions = 8
}
