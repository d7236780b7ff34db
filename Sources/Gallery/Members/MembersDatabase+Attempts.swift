import CairnPasswords
import Foundation
import GRDB

extension MembersDatabase: AttemptStore {
  func update<Result: Sendable>(
    _ keys: [AttemptKey], at now: Date,
    _ change: @escaping @Sendable (inout [AttemptKey: AttemptRecord]) -> Result
  ) async throws -> Result {
    try await writer.write { [attemptLimit] db in
      var records: [AttemptKey: AttemptRecord] = [:]
      for key in keys {
        let row = try Row.fetchOne(
          db, sql: "SELECT * FROM attempt WHERE key = ?", arguments: [key.text])
        records[key] = row.map(AttemptRecord.init)
      }
      let result = change(&records)
      for key in keys { try Self.replace(records[key], for: key, db) }
      for kind in Set(keys.map(\.kind)) {
        try Self.removeAttempts(of: kind, beyond: attemptLimit, at: now, db)
      }
      return result
    }
  }

  /// Returns the number of records of failed attempts.
  func attemptCount(of kind: AttemptKey.Kind) throws -> Int {
    try writer.read { try Self.attemptCount(of: kind, $0) }
  }

  private static func attemptCount(of kind: AttemptKey.Kind, _ db: Database) throws -> Int {
    try Int.fetchOne(
      db, sql: "SELECT COUNT(*) FROM attempt WHERE kind = ?", arguments: [kind.rawValue]) ?? 0
  }

  private static func replace(
    _ record: AttemptRecord?, for key: AttemptKey, _ db: Database
  ) throws {
    guard let record else {
      return try db.execute(sql: "DELETE FROM attempt WHERE key = ?", arguments: [key.text])
    }
    try db.execute(
      sql: """
        INSERT OR REPLACE INTO attempt (key, kind, expiration, delayEnd) VALUES (?, ?, ?, ?)
        """,
      arguments: [
        key.text, key.kind.rawValue, record.expiration.timeIntervalSince1970,
        record.delayEnd.timeIntervalSince1970,
      ])
  }

  /// Deletes the records that have expired. If there are still too many, deletes those that expire first.
  private static func removeAttempts(
    of kind: AttemptKey.Kind, beyond limit: Int, at now: Date, _ db: Database
  ) throws {
    try db.execute(
      sql: "DELETE FROM attempt WHERE kind = ? AND expiration <= ?",
      arguments: [kind.rawValue, now.timeIntervalSince1970])
    guard try attemptCount(of: kind, db) > limit else { return }
    try db.execute(
      sql: """
        DELETE FROM attempt
        WHERE key IN (SELECT key FROM attempt WHERE kind = ? ORDER BY expiration LIMIT ?)
        """,
      arguments: [kind.rawValue, max(limit / 16, 1)])
  }
}

extension AttemptRecord {
  fileprivate init(_ row: Row) {
    self.init(
      expiration: Date(timeIntervalSince1970: row["expiration"]),
      delayEnd: Date(timeIntervalSince1970: row["delayEnd"]))
  }
}
