import CairnSessions
import GRDB

extension Database {
  /// Makes the changes of a transaction, or says why there are none.
  func commit(_ transaction: SessionTransaction) throws -> CommitVerdict {
    let id = transaction.session
    let session = try sessionRow(id)
    if let session, let answer = transaction.answer {
      switch try status(of: answer.submission, id: id, session: session) {
      case .answered(let text): return .answered(text)
      case .forgotten: return .forgotten
      case .new: break
      }
    }
    if let use = transaction.values, try use.expected != valuesRevision(of: id) {
      return .valuesConflict(try values(of: id))
    }
    let conflicts = try conflicts(with: transaction)
    guard conflicts.isEmpty else { return .conflict(conflicts) }

    var evictions = Evictions()
    var row = session ?? SessionRow(lastUse: transaction.time, submissions: 0, horizon: nil)
    if session == nil {
      guard transaction.storesSomething else { return .committed(evictions) }
      try run(
        "INSERT INTO sessions VALUES (?, ?, 0, NULL)", .session(id), .time(row.lastUse))
      evictions.sessions = try evictSessions(limit: transaction.limits.sessions, keeping: id)
    }
    try changeScenes(transaction)
    if transaction.bearsScenes { evictions.scenes = try evictScenes(transaction) }
    if let write = transaction.values?.write { try self.write(write, of: id) }
    if let answer = transaction.answer {
      try remember(
        answer, id: id, session: &row, limit: transaction.limits.submissionsPerSession)
    }
    row.lastUse = max(row.lastUse, transaction.time)
    try run(
      "UPDATE sessions SET lastUse = ?, submissions = ?, horizon = ? WHERE id = ?",
      .time(row.lastUse), .integer(row.submissions), row.horizon.map(SQLValue.integer) ?? .null,
      .session(id))
    return .committed(evictions)
  }

  private func conflicts(with transaction: SessionTransaction) throws -> [SceneConflict] {
    let id = transaction.session
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

  private func changeScenes(_ transaction: SessionTransaction) throws {
    let id = SQLValue.session(transaction.session)
    let time = SQLValue.time(transaction.time)
    for removal in transaction.removals {
      try run("DELETE FROM scenes WHERE session = ? AND mark = ?", id, .mark(removal.mark))
    }
    for write in transaction.writes {
      if write.replacing == nil {
        try run(
          "INSERT INTO scenes VALUES (?, ?, ?, ?, ?)", id, .mark(write.mark),
          .revision(write.revision), time, .bytes(write.payload))
      } else {
        try run(
          """
          UPDATE scenes SET revision = ?, lastUse = max(lastUse, ?), payload = ?
          WHERE session = ? AND mark = ?
          """,
          .revision(write.revision), time, .bytes(write.payload), id, .mark(write.mark))
      }
    }
    for mark in transaction.touches {
      try run(
        "UPDATE scenes SET lastUse = max(lastUse, ?) WHERE session = ? AND mark = ?", time, id,
        .mark(mark))
    }
  }

  private func write(_ write: ValuesWrite, of session: StoredSession.ID) throws {
    if write.replacing == nil {
      try run(
        "INSERT INTO sharedValues VALUES (?, ?, ?)", .session(session), .revision(write.revision),
        .bytes(write.payload))
    } else {
      try run(
        "UPDATE sharedValues SET revision = ?, payload = ? WHERE session = ?",
        .revision(write.revision), .bytes(write.payload), .session(session))
    }
  }

  private func remember(
    _ answer: SubmissionAnswer, id: StoredSession.ID, session: inout SessionRow, limit: Int
  ) throws {
    let submission = answer.submission
    try run(
      "INSERT INTO submissions VALUES (?, ?, ?, ?, ?)", .session(id),
      .number(submission.nonce), .digest(submission.digest),
      .integer(submission.issued.sqlOrdered), .text(answer.text))
    session.submissions += 1
    let excess = session.submissions - Int64(limit)
    guard excess > 0 else { return }
    let forgotten = try all(
      """
      SELECT nonce, digest, issued FROM submissions WHERE session = ?
      ORDER BY issued, nonce, digest LIMIT ?
      """, .session(id), .integer(excess)
    ) { try (nonce: $0.number(0), digest: $0.digest(1), issued: $0.integer(2)) }
    for (nonce, digest, issued) in forgotten {
      try run(
        "DELETE FROM submissions WHERE session = ? AND nonce = ? AND digest = ?", .session(id),
        .number(nonce), .digest(digest))
      session.horizon = max(session.horizon ?? issued, issued)
    }
    session.submissions -= Int64(forgotten.count)
  }
}
