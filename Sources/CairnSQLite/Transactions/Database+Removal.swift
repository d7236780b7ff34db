import CairnSessions
import GRDB

extension Database {
  /// - Returns: The scenes that went, the oldest first.
  func evictScenes(_ transaction: SessionTransaction) throws -> [StoredScene.Mark] {
    let id = transaction.session
    let count = try first("SELECT count(*) FROM scenes WHERE session = ?", .session(id)) {
      try Int($0.integer(0))
    }
    let excess = (count ?? 0) - transaction.limits.scenesPerSession
    guard excess > 0 else { return [] }
    let used = transaction.usedMarks
    let evicted = try sceneSummaries(of: id).oldestFirst.map(\.mark)
      .filter { !used.contains($0) }.prefix(excess)
    for mark in evicted {
      try run("DELETE FROM scenes WHERE session = ? AND mark = ?", .session(id), .mark(mark))
    }
    return Array(evicted)
  }

  /// - Returns: The sessions that went, the oldest first.
  func evictSessions(limit: Int, keeping id: StoredSession.ID) throws -> [StoredSession.ID] {
    let count = try first("SELECT sessions FROM totals") { try $0.integer(0) } ?? 0
    guard count > Int64(limit) else { return [] }
    let oldest = try all(
      "SELECT id FROM sessions WHERE id <> ? ORDER BY lastUse, id LIMIT ?", .session(id),
      .integer(count - Int64(limit))
    ) { try StoredSession.ID(bits: $0.number(0)) }
    for id in oldest { try deleteSession(id) }
    return oldest
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

  func deleteSession(_ id: StoredSession.ID) throws {
    // Scenes, values and submissions go with it, by their foreign keys.
    try run("DELETE FROM sessions WHERE id = ?", .session(id))
  }
}
