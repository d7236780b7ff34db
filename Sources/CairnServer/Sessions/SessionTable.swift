package import CairnSecurity
package import CairnSessions
import Synchronization

/// The sessions that the server has in memory.
///
/// A session is added when a browser submits a form, opens an event stream, or needs stored data. A first GET doesn't
/// add a session, so crawlers don't fill the table. The table has shards with separate locks, which are only held
/// during a lookup. Requests of different sessions therefore rarely block each other.
///
/// Two limits keep the table small. A session that's unused for the idle time is removed. Above the limit on the number
/// of sessions, sessions in all shards are evicted in the order of ``SessionLimits``. A busy session, which has work or
/// streams in progress, counts as used and is never evicted.
package final class SessionTable<Value: Sendable>: Sendable {
  private final class Shard: Sendable {
    let sessions = Mutex(RecencyList<SessionID, Value>())
  }

  /// The maximum number of sessions. Busy sessions can exceed it, and so can others for a moment.
  package let limit: Int
  /// The time after which an unused session is removed.
  package let idle: Duration

  private typealias Rank = EvictionRank<ContinuousClock.Instant>

  private let shards: [Shard]
  /// The order of eviction. It's only locked when a session is added or removed. A shard's lock can be taken under this
  /// lock, but not the other way around.
  private let order = Mutex(EvictionOrder<SessionID, Rank>())
  private let stored = Atomic<Int>(0)
  private let now: @Sendable () -> ContinuousClock.Instant
  private let client: @Sendable (Value) -> StoredSession.Client?
  private let isEstablished: @Sendable (Value) -> Bool
  private let isBusy: @Sendable (Value) -> Bool
  private let onEviction: @Sendable (Value) -> Void
  private let onRemoval: @Sendable (Value) -> Void

  /// - Parameters:
  ///   - idle: The time after which an unused session is removed.
  ///   - shards: The number of locks, which is rounded up to a power of two.
  ///   - now: Returns the current time. Tests pass their own clock.
  ///   - client: Returns the client whose share of the limit a session counts toward.
  ///   - isEstablished: Returns whether a session had more than one submission, or has an owner. Other sessions are
  ///     evicted first. It's called under a lock of the table, so it must be fast and must not use the table.
  ///   - isBusy: Returns whether a session must be kept. It's called under a shard's lock, so it must be fast and must
  ///     not use the table.
  ///   - onEviction: A closure that's called without a lock for each evicted session, before its work is ended.
  ///   - onRemoval: A closure that ends the work of a session. It's called without a lock for each idle, evicted, or
  ///     removed session.
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

  /// The number of sessions in the table.
  package var count: Int { stored.load(ordering: .relaxed) }

  /// All sessions in the table, in no particular order. Reading them doesn't count as a use.
  package var all: [Value] {
    shards.flatMap { shard in shard.sessions.withLock(\.values) }
  }

  /// Returns the session with an ID, which counts as a use. Returns `nil` if there is none or it was idle for too long.
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

  /// Returns the session with an ID, or adds a new one.
  /// - Parameter make: Creates a session, without a lock. If two requests create one at the same time, the first one to
  ///   add its session wins. The other session is discarded unused.
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

  /// Returns the session with an ID, without counting as a use.
  package func peek(_ id: SessionID) -> Value? {
    shard(of: id).sessions.withLock { $0.peek(id)?.value }
  }

  /// Moves a session to another ID, which must not be in the table.
  /// - Parameter body: A closure that's called while the session is in the table under both IDs.
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

  /// Removes a session, for example because the user signs out.
  package func remove(_ id: SessionID) {
    if let session = shard(of: id).sessions.withLock({ $0.remove(id) }) { removed(id, session) }
  }

  /// Removes the sessions that the store has evicted.
  package func remove(_ evictions: EvictionReport) {
    for session in evictions.sessions { remove(SessionID(bits: session.bits)) }
  }

  /// Removes all sessions that were idle for too long. Call this regularly.
  /// - Returns: The number of removed sessions.
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

  /// Removes all sessions, because the server stops.
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

  /// Removes the session that's first in the order of eviction and isn't busy. The order is exact, except for
  /// concurrent changes by other requests.
  private func evict(keeping kept: SessionID, now: ContinuousClock.Instant) {
    let share = SessionLimits.share(of: limit, atLeast: SessionLimits.leastSessions)
    while true {
      let next = order.withLock { order in
        order.next(
          beyond: .count(share), keeping: { $0 == kept || isBusy($0, now: now) }, rank: rank)
      }
      guard let next else { return }
      let evicted: Value? = shard(of: next).sessions.withLock { sessions in
        // Another request may have started to use it.
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

  /// Returns whether a session is busy, which counts as a use.
  private func isBusy(_ id: SessionID, now: ContinuousClock.Instant) -> Bool {
    shard(of: id).sessions.withLock { sessions in
      guard let (session, _) = sessions.peek(id), isBusy(session) else { return false }
      sessions.touch(id, at: now)
      return true
    }
  }

  /// Updates the order of eviction after a session was added or removed. It reads the current state, because other
  /// threads may add or remove the session at the same time.
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
