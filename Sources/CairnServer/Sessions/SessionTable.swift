import Synchronization

/// The sessions that the server holds in memory.
///
/// A session is stored when the first POST of a browser arrives; a GET stores nothing, so crawlers
/// leave nothing behind. The table is divided into shards with a lock each, which is held for a
/// look-up and no longer: requests of different sessions hardly ever meet.
///
/// Two limits keep it small. A session that was not used for the idle time goes. Beyond the limit
/// on their number the one that was not used for the longest time goes, over all shards. A busy
/// session (one with work or streams under way) counts as used and never goes.
package final class SessionTable<Session: Sendable>: Sendable {
  private final class Shard: Sendable {
    let sessions = Mutex(RecencyList<SessionID, Session>())
  }

  /// The most sessions, but for busy ones and for a moment.
  package let limit: Int
  /// How long a session lives without being used.
  package let idle: Duration

  private let shards: [Shard]
  private let stored = Atomic<Int>(0)
  private let now: @Sendable () -> ContinuousClock.Instant
  private let isBusy: @Sendable (Session) -> Bool
  private let onRemoval: @Sendable (Session) -> Void

  /// - Parameters:
  ///   - limit: The most sessions.
  ///   - idle: How long a session lives without being used.
  ///   - shards: The number of locks; a power of two.
  ///   - now: The time; tests pass their own.
  ///   - isBusy: Whether a session has to be kept. Called under a shard's lock: it must be quick
  ///     and must not touch the table.
  ///   - onRemoval: Called without a lock for each session that went, be it idle, evicted or
  ///     removed, to end its work.
  package init(
    limit: Int, idle: Duration, shards: Int = 32,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    isBusy: @escaping @Sendable (Session) -> Bool = { _ in false },
    onRemoval: @escaping @Sendable (Session) -> Void = { _ in }
  ) {
    self.limit = max(1, limit)
    self.idle = idle
    var count = 1
    while count < shards { count *= 2 }
    self.shards = (0..<count).map { _ in Shard() }
    self.now = now
    self.isBusy = isBusy
    self.onRemoval = onRemoval
  }

  /// The number of stored sessions.
  package var count: Int { stored.load(ordering: .relaxed) }

  /// All stored sessions, in no order; reading them does not count as a use.
  package var all: [Session] {
    shards.flatMap { shard in shard.sessions.withLock(\.values) }
  }

  /// The stored session, which counts as a use of it; nil where there is none or it was idle for
  /// too long.
  package func session(for id: SessionID) -> Session? {
    let now = now()
    var expired: Session?
    let found: Session? = shard(of: id).sessions.withLock { sessions in
      if let session = sessions.use(id, at: now, ifSince: now - idle) { return session }
      guard let (session, _) = sessions.peek(id) else { return nil }
      guard isBusy(session) else {
        expired = sessions.remove(id)
        return nil
      }
      sessions.touch(id, at: now)
      return session
    }
    if let expired { removed(expired) }
    return found
  }

  /// The stored session, or else a new one, which is stored.
  ///
  /// - Parameter make: Makes a session, without any lock. Of two requests that make one at the
  ///   same time the first to store its own wins, and the other's is dropped unused.
  package func session(for id: SessionID, orMake make: () throws -> Session) rethrows -> Session {
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
    if isNew, stored.add(1, ordering: .relaxed).newValue > limit {
      evict(keeping: id, now: now)
    }
    return session
  }

  /// The stored session, which does not count as a use of it.
  package func peek(_ id: SessionID) -> Session? {
    shard(of: id).sessions.withLock { $0.peek(id)?.value }
  }

  /// Stores a session under another id, under which there is none.
  package func rename(_ id: SessionID, to new: SessionID) {
    guard let session = shard(of: id).sessions.withLock({ $0.remove(id) }) else { return }
    let now = now()
    shard(of: new).sessions.withLock { $0.insert(session, for: new, at: now) }
  }

  /// Removes a session, as a user does who signs out.
  package func remove(_ id: SessionID) {
    if let session = shard(of: id).sessions.withLock({ $0.remove(id) }) { removed(session) }
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
        var idleSessions: [Session] = []
        for _ in 0..<sessions.count {
          guard let (id, session, lastUsed) = sessions.leastRecent, now - lastUsed > idle
          else { break }
          if isBusy(session) {
            sessions.touch(id, at: now)
          } else if let session = sessions.remove(id) {
            idleSessions.append(session)
          }
        }
        return idleSessions
      }
      for session in idleSessions { removed(session) }
      count += idleSessions.count
    }
    return count
  }

  /// Removes all sessions, as a server does that stops.
  package func removeAll() {
    for shard in shards {
      let sessions = shard.sessions.withLock { sessions in
        var all: [Session] = []
        while let (id, _, _) = sessions.leastRecent, let session = sessions.remove(id) {
          all.append(session)
        }
        return all
      }
      for session in sessions { removed(session) }
    }
  }

  /// Removes the least recently used session that is not busy, shard by shard from the one that
  /// holds the oldest. No two locks are held at once, so the order is exact but for what other
  /// requests do meanwhile.
  private func evict(keeping kept: SessionID, now: ContinuousClock.Instant) {
    let byAge = shards.compactMap { shard in
      shard.sessions.withLock { $0.leastRecent?.lastUsed }.map { (shard: shard, lastUsed: $0) }
    }
    for (shard, _) in byAge.sorted(by: { $0.lastUsed < $1.lastUsed }) {
      let evicted: Session? = shard.sessions.withLock { sessions in
        for _ in 0..<sessions.count {
          guard let (id, session, _) = sessions.leastRecent else { return nil }
          if id != kept, !isBusy(session) { return sessions.remove(id) }
          sessions.touch(id, at: now)
        }
        return nil
      }
      if let evicted {
        removed(evicted)
        return
      }
    }
  }

  private func removed(_ session: Session) {
    stored.subtract(1, ordering: .relaxed)
    onRemoval(session)
  }

  private func shard(of id: SessionID) -> Shard {
    shards[Int(truncatingIfNeeded: id.bits) & (shards.count - 1)]
  }
}
