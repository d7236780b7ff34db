import CairnSQLite
import Foundation
import GRDB

/// An open database of tickets with the current schema.
final class TicketFile: Sendable {
  let writer: any DatabaseWriter
  /// Whether the database has an index of the words in tickets.
  let isFullText: Bool

  /// Opens a database. If it doesn't exist, it's created and filled with tickets in one transaction.
  init(path: String?, count: Int, usesFullText: Bool) throws {
    var configuration = Configuration()
    configuration.label = "tickets"
    // During an upgrade, another process can write to the same file.
    configuration.busyMode = .timeout(5)
    if let path {
      try FileManager.default.createDirectory(
        at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
      // If this fails, opening the database fails as well, and its error contains the reason.
      try? FileMode.create(path)
      writer = try DatabasePool(path: path, configuration: configuration)
    } else {
      writer = try DatabaseQueue(configuration: configuration)
    }
    try Self.migrator(count: count, usesFullText: usesFullText).migrate(writer)
    isFullText = try writer.read { try $0.tableExists("ticketText") }
  }

  private static func migrator(count: Int, usesFullText: Bool) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("tickets") { db in
      try db.create(table: "ticket") { table in
        table.primaryKey("id", .integer)
        table.column("subject", .text).notNull()
        table.column("requester", .text).notNull()
        table.column("status", .text).notNull()
        table.column("priority", .integer).notNull()
        table.column("assignee", .text).notNull()
        table.column("updated", .integer).notNull()
      }
      try db.create(table: "ticketChange") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("key", .text).notNull().unique()
        table.column("ticket", .integer).notNull().indexed().references("ticket")
        table.column("date", .double).notNull()
        table.column("status", .text)
        // Comments are stored as bytes of UTF-8, because a text would end at its first U+0000.
        table.column("comment", .blob).notNull()
      }
      try TicketSamples.insert(count, db)
      try createIndexes(usesFullText: usesFullText, db)
    }
    return migrator
  }

  /// Creates the indexes after the rows, which is faster.
  ///
  /// Each filter has an index for each order. SQLite adds the ID to each of them, so that it's the last value of the
  /// order.
  private static func createIndexes(usesFullText: Bool, _ db: Database) throws {
    for columns in [
      ["priority"], ["updated"], ["status"], ["status", "priority"], ["status", "updated"],
      ["assignee"], ["assignee", "priority"], ["assignee", "updated"],
    ] {
      try db.create(
        index: "ticket_on_" + columns.joined(separator: "_"), on: "ticket", columns: columns)
    }
    let hasFullText =
      try Bool.fetchOne(db, sql: "SELECT sqlite_compileoption_used('ENABLE_FTS5')") ?? false
    if usesFullText, hasFullText {
      // The texts are only in the table of tickets. A search for the starts of words needs no positions.
      try db.execute(
        sql: """
          CREATE VIRTUAL TABLE ticketText USING fts5(
            subject, requester, content='ticket', content_rowid='id', detail=none, columnsize=0,
            prefix='1 2 3');
          INSERT INTO ticketText (ticketText) VALUES ('rebuild');
          """)
    } else {
      try db.execute(sql: "CREATE INDEX ticket_on_subject ON ticket (subject COLLATE NOCASE)")
    }
  }
}
