import Cairn
import Foundation
import GRDB

extension InventoryDatabase {
  /// The number of reports to keep. Sessions end without a notice, so the oldest reports are deleted.
  private static let reportLimit = 1000

  /// Stores the report of a session instead of its previous one.
  func keepReport(
    _ contents: String, of session: UUID, once key: IdempotencyKey = IdempotencyKey()
  ) async throws {
    try await write(once: key) { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO report (session, contents) VALUES (?, ?)",
        arguments: [session.uuidString, Data(contents.utf8)])
      try db.execute(
        sql: "DELETE FROM report WHERE id <= ?",
        arguments: [db.lastInsertedRowID - Int64(Self.reportLimit)])
      return nil
    }
  }

  /// Returns the report of a session, or `nil` if it hasn't prepared one, or if the report was deleted.
  func report(of session: UUID) throws -> String? {
    try opened().report(of: session)
  }
}

extension InventoryFile {
  fileprivate func report(of session: UUID) throws -> String? {
    try writer.read { db in
      try Data.fetchOne(
        db, sql: "SELECT contents FROM report WHERE session = ?", arguments: [session.uuidString])
    }
    .map { String(decoding: $0, as: UTF8.self) }
  }
}
