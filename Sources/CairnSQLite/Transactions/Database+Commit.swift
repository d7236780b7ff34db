import CairnSessions
import Foundation
import GRDB

extension Database {
  /// Makes the changes of a transaction, or says why there are none.
  func commit(_ transaction: SessionTransaction) throws -> CommitVerdict {
    let id = transaction.session.data
    let session = try sessionRow(id)
    if let session, let answer = transaction.answer {
      switch try status(of: answer.submission, id: id, session: session) {
      case .answered(let text): return .answered(text)
      case .forgotten: return .forgotten
      case .new: break
      }
    }
    let conflicts = try conflicts(with: transaction, id: id)
    guard conflicts.isEmpty else { return .conflict(conflicts) }

    var evictions = Evictions()
    if let session {
      if transaction.time > session.lastUse {
        try run("UPDATE sessions SET lastUse = ? WHERE id = ?", [transaction.time.sql, id])
      }
    } else {
      guard transaction.storesSomething else { return .committed(evictions) }
      try run("INSERT INTO sessions VALUES (?, ?, 0, NULL)", [id, transaction.time.sql])
      evictions.sessions = try evictSessions(limit: transaction.limits.sessions, keeping: id)
    }
    try write(transaction, id: id)
    if transaction.bearsScenes {
      evictions.scenes = try evictScenes(transaction, id: id)
    }
    if let answer = transaction.answer {
      try remember(
        answer, id: id, remembered: session?.submissions ?? 0,
        limit: transaction.limits.submissionsPerSession)
    }
    return .committed(evictions)
  }

  private func conflicts(
    with transaction: SessionTransaction, id: Data
  ) throws -> [SceneConflict] {
    var conflicts: [SceneConflict] = []
    func expect(_ expected: UInt64?, of mark: StoredScene.Mark) throws {
      if try revision(of: mark, of: id) != expected {
        conflicts.append(SceneConflict(mark: mark, current: try scene(mark, of: id)))
      }
    }
    for write in transaction.writes { try expect(write.replacing, of: write.mark) }
    for removal in transaction.removals {
      if let revision = removal.revision { try expect(revision, of: removal.mark) }
    }
    return conflicts
  }

  private func write(_ transaction: SessionTransaction, id: Data) throws {
    let time = transaction.time.sql
    for removal in transaction.removals {
      try run("DELETE FROM scenes WHERE session = ? AND mark = ?", [id, removal.mark.text])
    }
    for write in transaction.writes {
      let payload = Data(write.payload)
      if write.replacing == nil {
        try run(
          "INSERT INTO scenes VALUES (?, ?, ?, ?, ?)",
          [id, write.mark.text, write.revision.sqlBits, time, payload])
      } else {
        try run(
          """
          UPDATE scenes SET revision = ?, lastUse = max(lastUse, ?), payload = ?
          WHERE session = ? AND mark = ?
          """,
          [write.revision.sqlBits, time, payload, id, write.mark.text])
      }
    }
    for mark in transaction.touches {
      try run(
        "UPDATE scenes SET lastUse = max(lastUse, ?) WHERE session = ? AND mark = ?",
        [time, id, mark.text])
    }
  }

  private func remember(
    _ answer: SubmissionAnswer, id: Data, remembered: Int64, limit: Int
  ) throws {
    let submission = answer.submission
    try run(
      "INSERT INTO submissions VALUES (?, ?, ?, ?, ?)",
      [
        id, submission.nonceData, submission.digestData, submission.issued.sqlOrdered,
        answer.text,
      ])
    let excess = remembered + 1 - Int64(limit)
    var horizon: Int64?
    if excess > 0 {
      let forgotten = try rows(
        """
        SELECT nonce, digest, issued FROM submissions WHERE session = ?
        ORDER BY issued, nonce, digest LIMIT ?
        """, [id, excess])
      for row in forgotten {
        try run(
          "DELETE FROM submissions WHERE session = ? AND nonce = ? AND digest = ?",
          [id, row.bytes(0), row.bytes(1)])
        horizon = try row.integer(2)
      }
    }
    try run(
      """
      UPDATE sessions SET submissions = ?1,
        horizon = max(coalesce(horizon, ?2), coalesce(?2, horizon))
      WHERE id = ?3
      """,
      [remembered + 1 - max(0, excess), horizon, id])
  }
}

extension SessionTime {
  var sql: Int64 { microsecondsSince1970 }
}
