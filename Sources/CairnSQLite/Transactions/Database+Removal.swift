import CairnSessions
import GRDB

extension Database {
  /// - Returns: The scenes that went, the oldest first.
  func evictScenes(
    _ transaction: SessionTransaction, session: inout SessionRow
  ) throws -> [StoredScene.Mark] {
    let id = transaction.session
    let count =
      transaction.bearsScenes
      ? try first("SELECT count(*) FROM scenes WHERE session = ?", .session(id)) {
        try Int($0.integer(0))
      } : nil
    let evicted = try transaction.evictions(count: count ?? 0, bytes: session.bytes) {
      try sceneSummaries(of: id)
    }
    for scene in evicted {
      try run("DELETE FROM scenes WHERE session = ? AND mark = ?", .session(id), .mark(scene.mark))
      session.bytes -= scene.size
    }
    return evicted.map(\.mark)
  }

  /// - Returns: The sessions that went, the oldest first.
  func evictSessions(
    beyond count: Int, bytes limit: Int, keeping id: StoredSession.ID
  ) throws -> [StoredSession.ID] {
    let totals = try first("SELECT sessions, bytes FROM totals") {
      try (sessions: Int($0.integer(0)), bytes: Int($0.integer(1)))
    }
    guard var totals else { return [] }
    var evicted: [StoredSession.ID] = []
    while totals.sessions > count || totals.bytes > limit {
      let oldest = try first(
        "SELECT id, bytes FROM sessions WHERE id <> ? ORDER BY lastUse, id LIMIT 1", .session(id)
      ) { try (id: StoredSession.ID(bits: $0.number(0)), bytes: Int($0.integer(1))) }
      guard let oldest else { break }
      try deleteSession(oldest.id)
      evicted.append(oldest.id)
      totals.sessions -= 1
      totals.bytes -= oldest.bytes
    }
    return evicted
  }

  /// - Returns: The sessions that went, the oldest first; at most `limit`.
  func deleteSessions(
    lastUsedBefore time: SessionTime, limit: Int
  ) throws -> [StoredSession.ID] {
    let oldest = try all(
      "SELECT id FROM sessions WHERE lastUse < ? ORDER BY lastUse, id LIMIT ?", .time(time),
      .integer(Int64(limit))
    ) { try StoredSession.ID(bits: $0.number(0)) }
    for id in oldest { try deleteSession(id) }
    return oldest
  }

  /// - Returns: The sessions that went, the oldest first; at most `limit`.
  func deleteSessions(
    of owner: StoredSession.Owner, except kept: StoredSession.ID?, limit: Int
  ) throws -> [StoredSession.ID] {
    let oldest = try all(
      "SELECT id FROM sessions WHERE owner = ? AND id IS NOT ? ORDER BY lastUse, id LIMIT ?",
      .owner(owner), kept.map(SQLValue.session) ?? .null, .integer(Int64(limit))
    ) { try StoredSession.ID(bits: $0.number(0)) }
    for id in oldest { try deleteSession(id) }
    return oldest
  }

  func deleteSession(_ id: StoredSession.ID) throws {
    // Scenes, values and submissions go with it, by their foreign keys.
    try run("DELETE FROM sessions WHERE id = ?", .session(id))
  }
}
