import CairnSessions
import Foundation
import GRDB

extension Database {
  /// - Returns: The scenes that went, the oldest first.
  func evictScenes(_ transaction: SessionTransaction, id: Data) throws -> [StoredScene.Mark] {
    let count = try row("SELECT count(*) FROM scenes WHERE session = ?", [id])?.integer(0) ?? 0
    let excess = Int(count) - transaction.limits.scenesPerSession
    guard excess > 0 else { return [] }
    let used = transaction.usedMarks
    let evicted = try sceneSummaries(of: id).oldestFirst.map(\.mark)
      .filter { !used.contains($0) }.prefix(excess)
    for mark in evicted {
      try run("DELETE FROM scenes WHERE session = ? AND mark = ?", [id, mark.text])
    }
    return Array(evicted)
  }

  /// - Returns: The sessions that went, the oldest first.
  func evictSessions(limit: Int, keeping id: Data) throws -> [StoredSession.ID] {
    let count = try row("SELECT sessions FROM totals", [])?.integer(0) ?? 0
    guard count > Int64(limit) else { return [] }
    let oldest = try rows(
      "SELECT id FROM sessions WHERE id <> ? ORDER BY lastUse, id LIMIT ?",
      [id, count - Int64(limit)])
    return try delete(oldest)
  }

  /// - Returns: The sessions that went, the oldest first; at most `limit`.
  func deleteSessions(
    lastUsedBefore time: SessionTime, limit: Int
  ) throws -> [StoredSession.ID] {
    try delete(
      rows(
        "SELECT id FROM sessions WHERE lastUse < ? ORDER BY lastUse, id LIMIT ?",
        [time.sql, limit]))
  }

  func deleteSession(_ id: Data) throws {
    // Scenes and submissions go with it, by their foreign keys.
    try run("DELETE FROM sessions WHERE id = ?", [id])
  }

  private func delete(_ sessions: [Row]) throws -> [StoredSession.ID] {
    try sessions.map { row in
      let id = try row.sessionID(0)
      try deleteSession(id.data)
      return id
    }
  }
}
