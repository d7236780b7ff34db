/// What the sessions of each client hold, and the order in which they go.
struct MemoryClients {
  private struct Client {
    var sessions = 0
    var bytes = 0
    var queue = RankQueue(\.standing)
  }

  private var clients: [StoredSession.Client: Client] = [:]

  mutating func add(_ id: StoredSession.ID, _ session: MemorySession) {
    guard let client = session.client else { return }
    clients[client, default: Client()].sessions += 1
    clients[client]?.bytes += session.bytes
    clients[client]?.queue.insert(id, session)
  }

  /// Puts a session in again whose rank has fallen.
  mutating func insert(_ id: StoredSession.ID, _ session: MemorySession) {
    guard let client = session.client else { return }
    clients[client]?.queue.insert(id, session)
  }

  mutating func resize(_ session: MemorySession, by bytes: Int) {
    guard let client = session.client else { return }
    clients[client]?.bytes += bytes
  }

  /// - Parameter sessions: Those that are left.
  mutating func remove(
    _ session: MemorySession, leaving sessions: [StoredSession.ID: MemorySession]
  ) {
    guard let client = session.client, let count = clients[client]?.sessions else { return }
    guard count > 1 else {
      clients[client] = nil
      return
    }
    clients[client]?.sessions = count - 1
    clients[client]?.bytes -= session.bytes
    clients[client]?.queue.compact(to: sessions, count: count - 1)
  }

  /// Takes out the session that goes first of the client that is the furthest beyond its share; nil if
  /// no client is.
  /// - Parameter isCount: Whether there are too many sessions, and not too many bytes.
  mutating func popSurplus(
    isCount: Bool, _ limits: SessionLimits, keeping kept: StoredSession.ID,
    of sessions: [StoredSession.ID: MemorySession]
  ) -> StoredSession.ID? {
    let share = isCount ? limits.sessionsPerClient : limits.bytesPerClient
    var most: (client: StoredSession.Client, use: Int)?
    for (client, held) in clients {
      let use = isCount ? held.sessions : held.bytes
      guard use > share else { continue }
      guard let other = most else {
        most = (client, use)
        continue
      }
      if (use, other.client.bits) > (other.use, client.bits) { most = (client, use) }
    }
    guard let most else { return nil }
    return clients[most.client]?.queue.popLowest(keeping: kept, of: sessions)
  }
}

/// Which sessions go first: those of one submission, then those that weren't used for the longest time.
struct SessionStanding: Comparable {
  let isEstablished: Bool
  let lastUse: SessionTime

  static func < (one: Self, other: Self) -> Bool {
    one.isEstablished == other.isEstablished
      ? one.lastUse < other.lastUse : other.isEstablished
  }
}

extension MemorySession {
  var standing: SessionStanding {
    SessionStanding(isEstablished: isEstablished, lastUse: lastUse)
  }
}
