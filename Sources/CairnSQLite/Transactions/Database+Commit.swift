import CairnSessions
import GRDB

extension Database {
  /// Applies the changes of a transaction, or returns why it can't be committed.
  func commit(_ transaction: SessionTransaction) throws -> CommitResult {
    let id = transaction.session
    var session = try sessionRow(id)
    if let lastUse = session?.lastUse, let expiry = transaction.expiry, lastUse < expiry {
      try deleteSession(id)
      session = nil
    }
    if session == nil, transaction.requiresSession { return .conflict([]) }
    if let session, let answer = transaction.answer {
      switch try status(of: answer.submission, id: id, session: session) {
      case .answered(let text): return .answered(text)
      case .forgotten: return .forgotten
      case .new: break
      }
    }
    let valuesHead = try transaction.values == nil ? nil : valuesHead(of: id)
    if let use = transaction.values, use.expected != valuesHead?.revision {
      return .valuesConflict(try values(of: id))
    }
    let heads = try heads(for: transaction)
    let conflicts = try conflicts(of: transaction, with: heads)
    guard conflicts.isEmpty else { return .conflict(conflicts) }
    var transaction = transaction
    if let renaming = transaction.renaming {
      if try sessionRow(renaming) != nil { throw SessionStoreError.isTaken(renaming) }
      if session != nil { try rename(id, to: renaming) }
      transaction.session = renaming
    }
    let evictions = try apply(
      transaction, to: session, replacing: heads, valuesSize: valuesHead?.size ?? 0)
    let isStored = session != nil || transaction.storesSomething
    let version = (session?.version ?? 0) + (isStored && transaction.changesSession ? 1 : 0)
    return .committed(evictions, version: UInt64(version))
  }

  /// Applies the changes of a transaction that has passed all checks.
  ///
  /// - Parameters:
  ///   - session: The stored session, or `nil` if it isn't stored.
  ///   - heads: The stored metadata of the scenes that the transaction writes or removes.
  ///   - valuesSize: The number of bytes of the stored values.
  private func apply(
    _ transaction: SessionTransaction, to session: SessionRow?,
    replacing heads: [StoredScene.Mark: PayloadHead], valuesSize: Int
  ) throws -> EvictionReport {
    let id = transaction.session
    guard session != nil || transaction.storesSomething else { return EvictionReport() }
    var row = session ?? SessionRow(lastUse: transaction.time)
    if session == nil {
      try run(
        "INSERT INTO sessions (id, lastUse, submissions, client) VALUES (?, ?, 0, ?)",
        .session(id), .time(row.lastUse),
        transaction.client.map { .integer($0.bits.sqlOrdered) } ?? .null)
    }
    row.bytes += try changeScenes(transaction, replacing: heads)
    if let write = transaction.values?.write {
      try self.write(write, of: id)
      row.bytes += write.payload.count - valuesSize
    }
    if let answer = transaction.answer {
      try remember(
        answer, id: id, session: &row, limit: transaction.limits.submissionsPerSession)
    }
    row.lastUse = max(row.lastUse, transaction.time)
    if transaction.changesSession { row.version += 1 }
    let owner = transaction.owner.map(\.owner) ?? row.owner
    row.isEstablished =
      row.isEstablished || row.submissions > 1 || row.horizon != nil || owner != nil
    var evictions = EvictionReport(scenes: try evictScenes(transaction, session: &row))
    try run(
      """
      UPDATE sessions
      SET lastUse = ?, submissions = ?, horizon = ?, bytes = ?, isEstablished = ?, version = ?
      WHERE id = ?
      """,
      .time(row.lastUse), .integer(row.submissions), row.horizon.map(SQLValue.integer) ?? .null,
      .integer(Int64(row.bytes)), .integer(row.isEstablished ? 1 : 0),
      .integer(row.version), .session(id))
    if let change = transaction.owner, change.owner != row.owner {
      try run(
        "UPDATE sessions SET owner = ? WHERE id = ?", change.owner.map(SQLValue.owner) ?? .null,
        .session(id))
    }
    if transaction.storesSomething {
      var limits = transaction.limits
      if session != nil { limits.sessions = .max }
      evictions.sessions = try evictSessions(beyond: limits, keeping: id)
    }
    return evictions
  }

  private func rename(_ old: StoredSession.ID, to new: StoredSession.ID) throws {
    // Insert the new row first and delete the old one last, so that dependent rows always belong to an
    // existing session.
    try run(
      """
      INSERT INTO sessions
        (id, lastUse, submissions, horizon, bytes, owner, client, isEstablished, version)
      SELECT ?, lastUse, submissions, horizon, bytes, owner, client, isEstablished, version
      FROM sessions WHERE id = ?
      """, .session(new), .session(old))
    for table in ["scenes", "sharedValues", "submissions"] {
      try run(
        "UPDATE \(table) SET session = ? WHERE session = ?", .session(new), .session(old))
    }
    try deleteSession(old)
  }

  /// Returns the stored metadata of the scenes that a transaction writes or removes.
  private func heads(
    for transaction: SessionTransaction
  ) throws -> [StoredScene.Mark: PayloadHead] {
    var heads: [StoredScene.Mark: PayloadHead] = [:]
    for sceneID in transaction.writes.map(\.mark) + transaction.removals.map(\.mark) {
      heads[sceneID] = try head(of: sceneID, of: transaction.session)
    }
    return heads
  }

  private func conflicts(
    of transaction: SessionTransaction, with heads: [StoredScene.Mark: PayloadHead]
  ) throws -> [SceneConflict] {
    let expected =
      transaction.writes.map { ($0.mark, $0.replacing) }
      + transaction.removals.compactMap { removal in
        removal.revision.map { (removal.mark, .some($0)) }
      }
    return try expected.filter { heads[$0]?.revision != $1 }.map { sceneID, _ in
      SceneConflict(mark: sceneID, current: try scene(sceneID, of: transaction.session))
    }
  }

  /// Applies the changes of scenes.
  ///
  /// - Returns: The growth of the scenes in bytes.
  private func changeScenes(
    _ transaction: SessionTransaction, replacing heads: [StoredScene.Mark: PayloadHead]
  ) throws -> Int {
    let id = SQLValue.session(transaction.session)
    let time = SQLValue.time(transaction.time)
    var growth = 0
    for removal in transaction.removals {
      try run("DELETE FROM scenes WHERE session = ? AND mark = ?", id, .sceneID(removal.mark))
      growth -= heads[removal.mark]?.size ?? 0
    }
    for write in transaction.writes {
      growth += write.payload.count - (heads[write.mark]?.size ?? 0)
      if write.replacing == nil {
        try run(
          "INSERT INTO scenes VALUES (?, ?, ?, ?, ?)", id, .sceneID(write.mark),
          .revision(write.revision), time, .bytes(write.payload))
      } else {
        try run(
          """
          UPDATE scenes SET revision = ?, lastUse = max(lastUse, ?), payload = ?
          WHERE session = ? AND mark = ?
          """,
          .revision(write.revision), time, .bytes(write.payload), id, .sceneID(write.mark))
      }
    }
    for sceneID in transaction.touches {
      try run(
        "UPDATE scenes SET lastUse = max(lastUse, ?) WHERE session = ? AND mark = ?", time, id,
        .sceneID(sceneID))
    }
    return growth
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
    session.bytes += answer.size
    let excess = session.submissions - Int64(limit)
    guard excess > 0 else { return }
    let forgotten = try all(
      """
      SELECT nonce, digest, issued, length(CAST(answer AS BLOB)) FROM submissions
      WHERE session = ? ORDER BY issued, nonce, digest LIMIT ?
      """, .session(id), .integer(excess)
    ) {
      try (
        nonce: $0.number(0), digest: $0.digest(1), issued: $0.integer(2), length: $0.integer(3)
      )
    }
    for (nonce, digest, issued, length) in forgotten {
      try run(
        "DELETE FROM submissions WHERE session = ? AND nonce = ? AND digest = ?", .session(id),
        .number(nonce), .digest(digest))
      session.horizon = max(session.horizon ?? issued, issued)
      session.bytes -= SubmissionAnswer.fixedSize + Int(length)
    }
    session.submissions -= Int64(forgotten.count)
  }
}
