import CairnSessions
import Foundation
import GRDB

/// What the table of sessions says of one.
struct SessionRow {
  var lastUse: SessionTime
  /// How many submissions are remembered.
  var submissions: Int64
  /// Pages issued at this time or before, whose submission is not remembered, are forgotten.
  var horizon: Int64?
}

extension Database {
  func findings(for query: SessionQuery) throws -> SessionFindings {
    let id = query.session.data
    guard let session = try sessionRow(id) else { return SessionFindings() }
    return try SessionFindings(
      lastUse: session.lastUse,
      scene: query.mark.flatMap { try scene($0, of: id) },
      submission: query.submission.map { try status(of: $0, id: id, session: session) } ?? .new)
  }

  func sessionRow(_ id: Data) throws -> SessionRow? {
    guard
      let row = try row("SELECT lastUse, submissions, horizon FROM sessions WHERE id = ?", [id])
    else { return nil }
    return try SessionRow(
      lastUse: row.time(0), submissions: row.integer(1),
      horizon: row.isNull(2) ? nil : row.integer(2))
  }

  func scene(_ mark: StoredScene.Mark, of session: Data) throws -> StoredScene? {
    guard
      let row = try row(
        "SELECT revision, payload, lastUse FROM scenes WHERE session = ? AND mark = ?",
        [session, mark.text])
    else { return nil }
    return try StoredScene(
      mark: mark, revision: UInt64(bitPattern: row.integer(0)), payload: Array(row.bytes(1)),
      lastUse: row.time(2))
  }

  func revision(of mark: StoredScene.Mark, of session: Data) throws -> UInt64? {
    try row("SELECT revision FROM scenes WHERE session = ? AND mark = ?", [session, mark.text])
      .map { try UInt64(bitPattern: $0.integer(0)) }
  }

  func status(
    of submission: StoredSubmission, id: Data, session: SessionRow
  ) throws -> StoredSubmission.Status {
    let answer = try row(
      "SELECT answer FROM submissions WHERE session = ? AND nonce = ? AND digest = ?",
      [id, submission.nonceData, submission.digestData])
    if let answer { return try .answered(answer.text(0)) }
    if let horizon = session.horizon, submission.issued.sqlOrdered <= horizon { return .forgotten }
    return .new
  }

  /// In no order.
  func sceneSummaries(of session: Data) throws -> [SceneSummary] {
    // The length is read from the row's head, not from the payload's pages.
    try rows(
      "SELECT mark, revision, length(payload), lastUse FROM scenes WHERE session = ?", [session]
    ).map { row in
      try SceneSummary(
        mark: row.mark(0), revision: UInt64(bitPattern: row.integer(1)),
        size: Int(row.integer(2)), lastUse: row.time(3))
    }
  }
}

extension StoredSubmission {
  var nonceData: Data { Data(nonce.bigEndianBytes) }
  var digestData: Data { Data(digest.bytes) }
}
