import Cairn
import Foundation
import GRDB
import Synchronization

/// The items in SQLite.
///
/// All items are also kept in memory, as they were last committed: a page reads them without asking
/// SQLite. Whoever writes goes through this object; another process that writes to the same file is
/// not noticed.
final class InventoryDatabase: Sendable {
  /// Where the database is.
  enum Place: Equatable, Sendable {
    case memory
    case file(String)
  }

  private let writer: any DatabaseWriter
  private let committed: Mutex<IdentifiedArrayOf<Item>>

  /// Opens a database, makes it where there is none, and fills it where it is new.
  init(at place: Place, seed: [Item] = []) throws {
    var configuration = Configuration()
    configuration.label = "inventory"
    switch place {
    case .memory: writer = try DatabaseQueue(configuration: configuration)
    case .file(let path):
      try FileManager.default.createDirectory(
        at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
      writer = try DatabasePool(path: path, configuration: configuration)
    }
    try Self.migrator(seed: seed).migrate(writer)
    let rows = try writer.read { try ItemRow.order(Column("id")).fetchAll($0) }
    committed = Mutex(IdentifiedArray(uniqueElements: rows.map(\.item)))
  }

  /// The items as they were last committed.
  var items: IdentifiedArrayOf<Item> {
    committed.withLock(\.self)
  }

  func add(_ item: Item, once key: IdempotencyKey = IdempotencyKey()) async throws {
    try await writer.write { [self] db in
      guard try db.isFirst(key) else { return }
      var row = ItemRow(item)
      row.id = nil
      try row.insert(db)
      let added = row.item
      db.afterNextTransaction { [self] _ in committed.withLock { _ = $0.append(added) } }
    }
  }

  func update(_ item: Item, once key: IdempotencyKey = IdempotencyKey()) async throws {
    try await writer.write { [self] db in
      guard try db.isFirst(key) else { return }
      guard try ItemRow.exists(db, key: item.id) else { throw ItemIsGone(name: item.name) }
      try ItemRow(item).update(db)
      db.afterNextTransaction { [self] _ in committed.withLock { $0[id: item.id] = item } }
    }
  }

  func delete(_ id: Item.ID, once key: IdempotencyKey = IdempotencyKey()) async throws {
    try await writer.write { [self] db in
      guard try db.isFirst(key) else { return }
      _ = try ItemRow.deleteOne(db, key: id)
      db.afterNextTransaction { [self] _ in committed.withLock { _ = $0.remove(id: id) } }
    }
  }

  /// Closes the database: what was written stays.
  func close() throws {
    try writer.close()
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
    return migrator
  }
}

extension Database {
  /// How many pieces of work are remembered: those of some days, where a browser repeats what it was
  /// not answered within minutes.
  private static let memory = 100_000

  /// Notes that a piece of work is done in this transaction; answers whether it was not before.
  fileprivate func isFirst(_ key: IdempotencyKey) throws -> Bool {
    try execute(sql: "INSERT OR IGNORE INTO done (key) VALUES (?)", arguments: [key.text])
    guard changesCount > 0 else { return false }
    try execute(
      sql: "DELETE FROM done WHERE id <= ?", arguments: [lastInsertedRowID - Int64(Self.memory)])
    return true
  }
}

/// Says that another session deleted the item that was to be written.
struct ItemIsGone: Error, CustomStringConvertible {
  let name: String
  var description: String { "“\(name)” was deleted by someone else meanwhile." }
}

private struct ItemRow: Codable, FetchableRecord, MutablePersistableRecord {
  static let databaseTableName = "item"

  var id: Int64?
  var name: Data
  var color: String?
  var quantity: Int?
  var isOnBackOrder: Bool

  init(_ item: Item) {
    id = Int64(item.id)
    name = Data(item.name.utf8)
    color = item.color?.rawValue
    switch item.status {
    case .inStock(let quantity):
      self.quantity = quantity
      isOnBackOrder = false
    case .outOfStock(let isOnBackOrder):
      quantity = nil
      self.isOnBackOrder = isOnBackOrder
    }
  }

  mutating func didInsert(_ inserted: InsertionSuccess) {
    id = inserted.rowID
  }

  var item: Item {
    Item(
      id: id.map(Int.init) ?? Item.unsaved, name: String(decoding: name, as: UTF8.self),
      color: color.flatMap(Item.Color.init),
      status: quantity.map { .inStock(quantity: $0) } ?? .outOfStock(isOnBackOrder: isOnBackOrder))
  }
}
