import CairnPasswords
import Foundation
import GRDB

extension MembersDatabase: AttemptStore {
  func update<Result: Sendable>(
    _ keys: [AttemptKey],
    _ change: @escaping @Sendable (inout [AttemptKey: AttemptRecord]) -> Result
  ) async throws -> Result {
    try await writer.write { [attemptLimit] db in
      var records: [AttemptKey: AttemptRecord] = [:]
      for key in keys {
        let row = try Row.fetchOne(
          db, sql: "SELECT * FROM attempt WHERE key = ?", arguments: [key.text])
        records[key] = row.map {
          AttemptRecord(
            failures: $0["failures"], last: Date(timeIntervalSince1970: $0["last"]))
        }
      }
      let result = change(&records)
      for key in keys {
        guard let record = records[key] else {
          try db.execute(sql: "DELETE FROM attempt WHERE key = ?", arguments: [key.text])
          continue
        }
        try db.execute(
          sql: "INSERT OR REPLACE INTO attempt (key, failures, last) VALUES (?, ?, ?)",
          arguments: [key.text, record.failures, record.last.timeIntervalSince1970])
      }
      try Self.removeLeastAttempts(beyond: attemptLimit, db)
      return result
    }
  }

  /// The number of records of failed attempts.
  var attemptCount: Int {
    get throws {
      try writer.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM attempt") ?? 0 }
    }
  }

  private static func removeLeastAttempts(beyond limit: Int, _ db: Database) throws {
    guard try (Int.fetchOne(db, sql: "SELECT COUNT(*) FROM attempt") ?? 0) > limit else { return }
    try db.execute(
      sql: """
        DELETE FROM attempt
        WHERE key IN (SELECT key FROM attempt ORDER BY failures, last LIMIT ?)
        """,
      arguments: [max(limit / 16, 1)])
  }
}
