import CairnSessions
import GRDB

/// A row of the table of sessions.
struct SessionRow {
  var lastUse: SessionTime
  /// The number of remembered submissions.
  var submissions: Int64 = 0
  /// The latest time of issue of the forgotten submissions. A page that isn't newer counts as forgotten, unless its
  /// submission is still remembered.
  var horizon: Int64?
  /// The session's size as defined by `SessionLimits`.
  var bytes = 0
  var owner: StoredSession.Owner?
  /// Whether the session ever had an owner, or more than one submission.
  var isEstablished = false
  /// The number of transactions that have changed the session.
  var version: Int64 = 0
}

/// The metadata of a payload. SQLite gets the length from the head of the row without reading the payload.
struct PayloadHead {
  let revision: UInt64
  /// The number of bytes.
  let size: Int
}

extension Database {
  func loadResult(for query: SessionQuery) throws -> SessionLoadResult {
    let id = query.session
    guard let session = try sessionRow(id) else { return SessionLoadResult() }
    return try SessionLoadResult(
      lastUse: session.lastUse, owner: session.owner, isEstablished: session.isEstablished,
      version: UInt64(session.version), scene: query.mark.flatMap { try scene($0, of: id) },
      values: values(of: id),
      submission: query.submission.map { try status(of: $0, id: id, session: session) } ?? .new)
  }

  /// Returns the number of sessions, and their total size as defined by `SessionLimits`.
  func totals() throws -> (sessions: Int, bytes: Int)? {
    try first("SELECT sessions, bytes FROM totals") {
      try (sessions: Int($0.integer(0)), bytes: Int($0.integer(1)))
    }
  }

  func sessionRow(_ id: StoredSession.ID) throws -> SessionRow? {
    try first(
      """
      SELECT lastUse, submissions, horizon, bytes, owner, isEstablished, version
      FROM sessions WHERE id = ?
      """, .session(id)
    ) { row in
      try SessionRow(
        lastUse: row.time(0), submissions: row.integer(1),
        horizon: row.isNull(2) ? nil : row.integer(2), bytes: Int(row.integer(3)),
        owner: row.owner(4), isEstablished: row.integer(5) != 0, version: row.integer(6))
    }
  }

  func scene(_ sceneID: StoredScene.Mark, of session: StoredSession.ID) throws -> StoredScene? {
    try first(
      "SELECT revision, payload, lastUse FROM scenes WHERE session = ? AND mark = ?",
      .session(session), .sceneID(sceneID)
    ) { row in
      try StoredScene(
        mark: sceneID, revision: row.revision(0), payload: row.bytes(1), lastUse: row.time(2))
    }
  }

  func values(of session: StoredSession.ID) throws -> StoredValues? {
    try first(
      "SELECT revision, payload FROM sharedValues WHERE session = ?", .session(session)
    ) { try StoredValues(revision: $0.revision(0), payload: $0.bytes(1)) }
  }

  func valuesHead(of session: StoredSession.ID) throws -> PayloadHead? {
    try first(
      "SELECT revision, length(payload) FROM sharedValues WHERE session = ?", .session(session)
    ) { try PayloadHead(revision: $0.revision(0), size: Int($0.integer(1))) }
  }

  func head(of sceneID: StoredScene.Mark, of session: StoredSession.ID) throws -> PayloadHead? {
    try first(
      "SELECT revision, length(payload) FROM scenes WHERE session = ? AND mark = ?",
      .session(session), .sceneID(sceneID)
    ) { try PayloadHead(revision: $0.revision(0), size: Int($0.integer(1))) }
  }

  func status(
    of submission: StoredSubmission, id: StoredSession.ID, session: SessionRow
  ) throws -> StoredSubmission.Status {
    let answer = try first(
      "SELECT answer FROM submissions WHERE session = ? AND nonce = ? AND digest = ?",
      .session(id), .number(submission.nonce), .digest(submission.digest)
    ) { try $0.text(0) }
    if let answer { return .answered(answer) }
    if let horizon = session.horizon, submission.issued.sqlOrdered <= horizon { return .forgotten }
    return .new
  }

  /// Returns the scenes of a session in no particular order.
  func sceneSummaries(of session: StoredSession.ID) throws -> [SceneSummary] {
    try all(
      "SELECT mark, revision, length(payload), lastUse FROM scenes WHERE session = ?",
      .session(session)
    ) { row in
      try SceneSummary(
        mark: row.sceneID(0), revision: row.revision(1), size: Int(row.integer(2)),
        lastUse: row.time(3))
    }
  }
}
