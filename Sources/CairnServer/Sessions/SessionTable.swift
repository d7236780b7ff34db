package import CairnSecurity
package import CairnSessions
import Synchronization

/// The sessions that the server holds in memory.
///
/// A session is stored when the first POST of a browser arrives; a GET stores nothing, so crawlers
/// leave nothing behind. The table is divided into shards with a lock each, which is held for a
/// look-up and no longer: requests of different sessions hardly ever meet.
///
/// Two limits keep it small. A session that was not used for the idle time goes. Beyond the limit on their number,
/// sessions are evicted in the order of ``SessionLimits``, over all shards. A busy session (one with work or streams
/// under way) counts as used and is never evicted.
package final class SessionTable<Value: Sendable>: Sendable {
  private final class Shard: Sendable {
    let sessions = Mutex(RecencyList<SessionID, Value>())
  }

  /// The most sessions, but for busy ones and for a moment.
  package let limit: Int
  /// How long a session lives without being used.
  package let idle: Duration

  private typealias Rank = EvictionRank<ContinuousClock.Instant>

  private let shards: [Shard]
  /// Locked only when a session comes or goes. A shard's lock may be taken under it, never the other way round.
  private let order = Mutex(EvictionOrder<SessionID, Rank>())
  private let stored = Atomic<Int>(0)
  private let now: @Sendable () -> ContinuousClock.Instant
  private let client: @Sendable (Value) -> StoredSession.Client?
  private let isEstablished: @Sendable (Value) -> Bool
  private let isBusy: @Sendable (Value) -> Bool
  private let onEviction: @Sendable (Value) -> Void
  private let onRemoval: @Sendable (Value) -> Void

  /// - Parameters:
  ///   - limit: The most sessions.
  ///   - idle: How long a session lives without being used.
  ///   - shards: The number of locks; a power of two.
  ///   - now: The time; tests pass their own.
  ///   - client: Whose share of the limit a session counts in.
  ///   - isEstablished: Whether a session had more than one submission, or has an owner: others are evicted first.
  ///     Called under a lock of the table: it must be quick and must not touch the table.
  ///   - isBusy: Whether a session has to be kept. Called under a shard's lock: it must be quick
  ///     and must not touch the table.
  ///   - onEviction: Called without a lock for each session that is evicted, before its work is ended.
  ///   - onRemoval: Called without a lock for each session that went, be it idle, evicted or
  ///     removed, to end its work.
  package init(
    limit: Int, idle: Duration, shards: Int = 32,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    client: @escaping @Sendable (Value) -> StoredSession.Client? = { _ in nil },
    isEstablished: @escaping @Sendable (Value) -> Bool = { _ in true },
    isBusy: @escaping @Sendable (Value) -> Bool = { _ in false },
    onEviction: @escaping @Sendable (Value) -> Void = { _ in },
    onRemoval: @escaping @Sendable (Value) -> Void = { _ in }
  ) {
    self.limit = max(1, limit)
    self.idle = idle
    var count = 1
    while count < shards { count *= 2 }
    self.shards = (0..<count).map { _ in Shard() }
    self.now = now
    self.client = client
    self.isEstablished = isEstablished
    self.isBusy = isBusy
    self.onEviction = onEviction
    self.onRemoval = onRemoval
  }

  /// The number of stored sessions.
  package var count: Int { stored.load(ordering: .relaxed) }

  /// All stored sessions, in no order; reading them does not count as a use.
  package var all: [Value] {
    shards.flatMap { shard in shard.sessions.withLock(\.values) }
  }

  /// The stored session, which counts as a use of it; nil where there is none or it was idle for
  /// too long.
  package func session(for id: SessionID) -> Value? {
    let now = now()
    var expired: Value?
    let found: Value? = shard(of: id).sessions.withLock { sessions in
      if let session = sessions.use(id, at: now, ifSince: now - idle) { return session }
      guard let (session, _) = sessions.peek(id) else { return nil }
      guard isBusy(session) else {
        expired = sessions.remove(id)
        return nil
      }
      sessions.touch(id, at: now)
      return session
    }
    if let expired { removed(id, expired) }
    return found
  }

  /// The stored session, or else a new one, which is stored.
  ///
  /// - Parameter make: Makes a session, without any lock. Of two requests that make one at the
  ///   same time the first to store its own wins, and the other's is dropped unused.
  package func session(for id: SessionID, orMake make: () throws -> Value) rethrows -> Value {
    if let session = session(for: id) { return session }
    let made = try make()
    let now = now()
    let (session, isNew) = shard(of: id).sessions.withLock { sessions in
      if let (session, _) = sessions.peek(id) {
        sessions.touch(id, at: now)
        return (session, false)
      }
      sessions.insert(made, for: id, at: now)
      return (made, true)
    }
    if isNew {
      note(id)
      if stored.add(1, ordering: .relaxed).newValue > limit { evict(keeping: id, now: now) }
    }
    return session
  }

  /// The stored session, which does not count as a use of it.
  package func peek(_ id: SessionID) -> Value? {
    shard(of: id).sessions.withLock { $0.peek(id)?.value }
  }

  /// Stores a session under another ID, under which there is none.
  /// - Parameter body: Called while it is stored under both.
  package func rename(_ id: SessionID, to new: SessionID, _ body: () -> Void = {}) {
    guard let session = peek(id) else { return body() }
    let now = now()
    shard(of: new).sessions.withLock { $0.insert(session, for: new, at: now) }
    body()
    if shard(of: id).sessions.withLock({ $0.remove(id) }) == nil {
      // Another thread has removed it in the meantime.
      _ = shard(of: new).sessions.withLock { $0.remove(new) }
    }
    note(id)
    note(new)
  }

  /// Removes a session, as a user does who signs out.
  package func remove(_ id: SessionID) {
    if let session = shard(of: id).sessions.withLock({ $0.remove(id) }) { removed(id, session) }
  }

  /// Removes the sessions that the store has evicted.
  package func remove(_ evictions: Evictions) {
    for session in evictions.sessions { remove(SessionID(bits: session.bits)) }
  }

  /// Removes all sessions that were idle for too long. To be called from time to time.
  ///
  /// - Returns: How many there were.
  @discardableResult
  package func sweep() -> Int {
    let now = now()
    var count = 0
    for shard in shards {
      let idleSessions = shard.sessions.withLock { sessions in
        var idleSessions: [(SessionID, Value)] = []
        for _ in 0..<sessions.count {
          guard let (id, session, lastUsed) = sessions.leastRecent, now - lastUsed > idle
          else { break }
          if isBusy(session) {
            sessions.touch(id, at: now)
          } else if let session = sessions.remove(id) {
            idleSessions.append((id, session))
          }
        }
        return idleSessions
      }
      for (id, session) in idleSessions { removed(id, session) }
      count += idleSessions.count
    }
    return count
  }

  /// Removes all sessions, as a server does that stops.
  package func removeAll() {
    for shard in shards {
      let sessions = shard.sessions.withLock { sessions in
        var all: [(SessionID, Value)] = []
        while let (id, _, _) = sessions.leastRecent, let session = sessions.remove(id) {
          all.append((id, session))
        }
        return all
      }
      for (id, session) in sessions { removed(id, session) }
    }
  }

  /// Removes the session that is evicted first and isn't busy. The order is exact except for what other requests do
  /// at the same time.
  private func evict(keeping kept: SessionID, now: ContinuousClock.Instant) {
    let share = SessionLimits.share(of: limit, atLeast: SessionLimits.leastSessions)
    while true {
      let next = order.withLock { order in
        order.next(
          beyond: .count(share), keeping: { $0 == kept || isBusy($0, now: now) }, rank: rank)
      }
      guard let next else { return }
      let evicted: Value? = shard(of: next).sessions.withLock { sessions in
        // Another request may have begun to use it.
        guard let (session, _) = sessions.peek(next), !isBusy(session) else { return nil }
        return sessions.remove(next)
      }
      guard let evicted else { continue }
      onEviction(evicted)
      return removed(next, evicted)
    }
  }

  private func rank(_ id: SessionID) -> Rank? {
    guard let (session, lastUsed) = shard(of: id).sessions.withLock({ $0.peek(id) })
    else { return nil }
    return Rank(isEstablished: isEstablished(session), lastUse: lastUsed)
  }

  /// Whether a session is busy, which counts as a use of it.
  private func isBusy(_ id: SessionID, now: ContinuousClock.Instant) -> Bool {
    shard(of: id).sessions.withLock { sessions in
      guard let (session, _) = sessions.peek(id), isBusy(session) else { return false }
      sessions.touch(id, at: now)
      return true
    }
  }

  /// Notes that a session has come or gone: whichever is so by now, as others may come and go at the same time.
  private func note(_ id: SessionID) {
    order.withLock { order in
      order.remove(id, rank: rank)
      guard let session = peek(id), let rank = rank(id) else { return }
      order.add(id, of: client(session), rank: rank)
    }
  }

  private func removed(_ id: SessionID, _ session: Value) {
    stored.subtract(1, ordering: .relaxed)
    note(id)
    onRemoval(session)
  }

  private func shard(of id: SessionID) -> Shard {
    shards[Int(truncatingIfNeeded: id.bits) & (shards.count - 1)]
  }
}
