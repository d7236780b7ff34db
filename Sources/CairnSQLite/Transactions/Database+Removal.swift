import CairnSessions
import GRDB

extension Database {
  /// Evicts scenes of the transaction's session that exceed its limits.
  ///
  /// - Returns: The evicted scenes, oldest first.
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
      try run(
        "DELETE FROM scenes WHERE session = ? AND mark = ?", .session(id), .sceneID(scene.mark))
      session.bytes -= scene.size
    }
    return evicted.map(\.mark)
  }

  /// Evicts sessions until the limits are met.
  ///
  /// - Returns: The evicted sessions, in order.
  func evictSessions(
    beyond limits: SessionLimits, keeping id: StoredSession.ID
  ) throws -> [StoredSession.ID] {
    guard var totals = try totals() else { return [] }
    var evicted: [StoredSession.ID] = []
    while totals.sessions > limits.sessions || totals.bytes > limits.bytes {
      let isCount = totals.sessions > limits.sessions
      guard
        let next = try surplus(isCount: isCount, limits, keeping: id) ?? lowest(keeping: id)
      else { break }
      try deleteSession(next.id)
      evicted.append(next.id)
      totals.sessions -= 1
      totals.bytes -= next.bytes
    }
    return evicted
  }

  /// Returns the session to evict first of the client that exceeds its share the most, or `nil` if no client does.
  ///
  /// - Parameter isCount: Whether there are too many sessions, and not too many bytes.
  private func surplus(
    isCount: Bool, _ limits: SessionLimits, keeping id: StoredSession.ID
  ) throws -> (id: StoredSession.ID, bytes: Int)? {
    let column = isCount ? "sessions" : "bytes"
    let share = isCount ? limits.sessionsPerClient : limits.bytesPerClient
    let client = try first(
      "SELECT client FROM clients WHERE \(column) > ? ORDER BY \(column) DESC, client LIMIT 1",
      .integer(Int64(share))
    ) { try $0.integer(0) }
    guard let client else { return nil }
    return try first(
      """
      SELECT id, bytes FROM sessions WHERE client = ? AND id <> ?
      ORDER BY isEstablished, lastUse, id LIMIT 1
      """, .integer(client), .session(id)
    ) { try (StoredSession.ID(bits: $0.number(0)), Int($0.integer(1))) }
  }

  /// Returns the first session to evict among all sessions.
  private func lowest(
    keeping id: StoredSession.ID
  ) throws -> (id: StoredSession.ID, bytes: Int)? {
    try first(
      """
      SELECT id, bytes FROM sessions WHERE id <> ?
      ORDER BY isEstablished, lastUse, id LIMIT 1
      """, .session(id)
    ) { try (StoredSession.ID(bits: $0.number(0)), Int($0.integer(1))) }
  }

  /// Sets later last uses back to the given time.
  func limitLastUses(to time: SessionTime) throws {
    for isEstablished: Int64 in [0, 1] {
      let ahead = try all(
        "SELECT id FROM sessions WHERE isEstablished = ? AND lastUse > ?",
        .integer(isEstablished), .time(time)
      ) { try $0.number(0) }
      for id in ahead {
        try run("UPDATE sessions SET lastUse = ? WHERE id = ?", .time(time), .number(id))
        try run(
          "UPDATE scenes SET lastUse = min(lastUse, ?) WHERE session = ?", .time(time),
          .number(id))
      }
    }
  }

  /// Deletes up to `limit` idle sessions.
  ///
  /// - Returns: The deleted sessions, oldest first.
  func deleteSessions(
    lastUsedBefore time: SessionTime, limit: Int
  ) throws -> [StoredSession.ID] {
    let oldest = try [Int64(0), 1].flatMap { isEstablished in
      try all(
        """
        SELECT id, lastUse FROM sessions WHERE isEstablished = ? AND lastUse < ?
        ORDER BY lastUse, id LIMIT ?
        """, .integer(isEstablished), .time(time), .integer(Int64(limit))
      ) { try (id: StoredSession.ID(bits: $0.number(0)), lastUse: $0.time(1)) }
    }
    .sorted { ($0.lastUse, $0.id.bits) < ($1.lastUse, $1.id.bits) }
    .prefix(limit).map(\.id)
    for id in oldest { try deleteSession(id) }
    return oldest
  }

  /// Deletes up to `limit` sessions of an owner.
  ///
  /// - Returns: The deleted sessions, oldest first.
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
    // Foreign keys delete the scenes, values, and submissions too.
    try run("DELETE FROM sessions WHERE id = ?", .session(id))
  }
}
