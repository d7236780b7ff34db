import Cairn
import CairnSQLite
import Foundation
import GRDB
import Synchronization

/// The database of the items, opened and of the current schema.
final class InventoryFile: Sendable {
  /// What a change that was committed does to the items in memory.
  typealias Step = @Sendable (inout IdentifiedArrayOf<Item>) -> Void

  let writer: any DatabaseWriter
  /// The step of the transaction that is being made; the writer makes one at a time.
  let step = Mutex<Step?>(nil)
  /// Nil for a database in memory.
  private let files: DatabaseFiles?

  /// Opens a database, makes it where there is none, and fills it where it is new.
  init(at place: InventoryDatabase.Place, seed: [Item]) throws {
    var configuration = Configuration()
    configuration.label = "inventory"
    switch place {
    case .memory:
      writer = try DatabaseQueue(configuration: configuration)
    case .file(let path):
      try FileManager.default.createDirectory(
        at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
      writer = try DatabasePool(path: path, configuration: configuration)
    }
    try Self.migrator(seed: seed).migrate(writer)
    files = if case .file(let path) = place { DatabaseFiles(path: path) } else { nil }
  }

  /// What somebody has done to the files since they were opened; nil where they are in their place.
  var change: DatabaseFiles.Change? { files?.change }

  /// All items, in the order in which they were added.
  func items() throws -> IdentifiedArrayOf<Item> {
    try writer.read { try items($0) }
  }

  func items(_ db: Database) throws -> IdentifiedArrayOf<Item> {
    let rows = try ItemRow.order(Column("id")).fetchAll(db)
    return IdentifiedArray(uniqueElements: rows.map(\.item))
  }

  /// What was counted and neither saved nor thrown away.
  func counts() throws -> [Item.ID: Int] {
    try writer.read { db in
      let rows = try Row.fetchAll(db, sql: "SELECT item, counted FROM count")
      return Dictionary(uniqueKeysWithValues: rows.map { ($0["item"], $0["counted"]) })
    }
  }

  /// Brings all into the main file, and lets go of it.
  func close() throws {
    if let pool = writer as? DatabasePool {
      // Its readers first: with the last connection that may write SQLite removes the -wal file.
      pool.releaseMemory()
      _ = try pool.writeWithoutTransaction { try $0.checkpoint(.passive) }
    }
    try writer.close()
  }

  /// Removes what is left beside a file that is not in its place any more. To be called while it is open.
  func removeLeftovers(of change: DatabaseFiles.Change) {
    if change != .torn { files?.removeLeftovers() }
  }

  private static func migrator(seed: [Item]) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("items") { db in
      try db.create(table: "item") { table in
        table.autoIncrementedPrimaryKey("id")
        // The bytes of UTF-8: as TEXT a name would end at its first U+0000.
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
    return migrator
  }
}
