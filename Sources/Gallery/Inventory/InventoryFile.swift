import Cairn
import CairnSQLite
import Foundation
import GRDB
import Synchronization

/// An open database file with the current schema.
final class InventoryFile: Sendable {
  /// A function that applies a committed change to the items in memory.
  typealias Step = @Sendable (inout IdentifiedArrayOf<Item>) -> Void

  let writer: any DatabaseWriter
  /// The step of the current transaction. The writer performs one transaction at a time.
  let step = Mutex<Step?>(nil)
  /// The files on disk, or `nil` for a database in memory.
  private let files: DatabaseFiles?

  /// Opens a database. If it doesn't exist, it's created and filled with items.
  init(at place: InventoryDatabase.Place, seed: [Item]) throws {
    var configuration = Configuration()
    configuration.label = "inventory"
    // During an upgrade, another process can write to the same file.
    configuration.busyMode = .timeout(5)
    switch place {
    case .memory:
      writer = try DatabaseQueue(configuration: configuration)
    case .file(let path):
      try FileManager.default.createDirectory(
        at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
      // If this fails, opening the database fails as well, and its error contains the reason.
      try? FileMode.create(path)
      writer = try DatabasePool(path: path, configuration: configuration)
    }
    try Self.migrator(seed: seed).migrate(writer)
    files = if case .file(let path) = place { DatabaseFiles(path: path) } else { nil }
  }

  /// A change that someone made to the files since they were opened, or `nil` if they're unchanged.
  var change: DatabaseFiles.Change? { files?.change }

  /// Returns all items in the order in which they were added.
  func items() throws -> IdentifiedArrayOf<Item> {
    try writer.read { try items($0) }
  }

  func items(_ db: Database) throws -> IdentifiedArrayOf<Item> {
    let rows = try ItemRow.order(Column("id")).fetchAll(db)
    return IdentifiedArray(uniqueElements: rows.map(\.item))
  }

  /// Returns the last count of each item among the counts that were neither saved nor discarded.
  func counts() throws -> [Item.ID: Int] {
    try writer.read { db in
      let rows = try Row.fetchAll(
        db, sql: "SELECT item, counted FROM stockTakeCount ORDER BY rowid")
      return Dictionary(rows.map { ($0["item"], $0["counted"]) }) { _, last in last }
    }
  }

  /// Writes everything to the main file, and closes it.
  func close() throws {
    if let pool = writer as? DatabasePool {
      // Close the readers first. SQLite removes the -wal file only if the last connection to close can write.
      pool.releaseMemory()
      _ = try pool.writeWithoutTransaction { try $0.checkpoint(.passive) }
    }
    try writer.close()
  }

  /// Removes the remaining files of a database that was deleted or replaced. Call this method while the file is
  /// open.
  func removeLeftovers(of change: DatabaseFiles.Change) {
    if change != .torn { files?.removeLeftovers() }
  }

  private static func migrator(seed: [Item]) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("items") { db in
      try db.create(table: "item") { table in
        table.autoIncrementedPrimaryKey("id")
        // Names are stored as bytes of UTF-8, because a name of type TEXT would end at its first U+0000.
        table.column("name", .blob).notNull()
        table.column("color", .text)
        table.column("quantity", .integer)
        table.column("isOnBackOrder", .boolean).notNull()
      }
      for item in seed {
        var row = ItemRow(item)
        row.id = nil
        try row.insert(db)
      }
    }
    migrator.registerMigration("done") { db in
      try db.create(table: "done") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("key", .text).notNull().unique()
      }
    }
    migrator.registerMigration("count") { db in
      try db.create(table: "count") { table in
        table.primaryKey("item", .integer).references("item", onDelete: .cascade)
        table.column("counted", .integer).notNull()
      }
    }
    migrator.registerMigration("stockTakeCount") { db in
      try db.create(table: "stockTakeCount") { table in
        table.column("item", .integer).notNull().references("item", onDelete: .cascade)
        table.column("stockTake", .text).notNull()
        table.column("counted", .integer).notNull()
        table.primaryKey(["item", "stockTake"])
      }
      // Earlier counts don't belong to a stock take, but users can continue with them.
      try db.execute(
        sql: """
          INSERT INTO stockTakeCount (item, stockTake, counted) SELECT item, '', counted FROM count
          """)
      try db.drop(table: "count")
    }
    migrator.registerMigration("report") { db in
      try db.create(table: "report") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("session", .text).notNull().unique()
        table.column("contents", .blob).notNull()
      }
    }
    return migrator
  }
}
