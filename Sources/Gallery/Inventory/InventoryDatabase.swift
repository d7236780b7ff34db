import Cairn
import CairnSQLite
import Foundation
import GRDB
import Logging
import Synchronization

/// The items in a SQLite database.
///
/// All items are also kept in memory in their last committed state, so pages don't wait for SQLite. The database
/// observes its table, so changes by this process are always noticed. Changes by another process that writes to the
/// same file aren't.
///
/// If the file is deleted or replaced, the next change notices that. It opens the file that's now at the path, or
/// creates one.
final class InventoryDatabase: Sendable {
  /// The location of the database.
  enum Place: Equatable, Sendable {
    case memory
    case file(String)
  }

  typealias Step = InventoryFile.Step

  private struct State {
    /// The open file, or `nil` if the last file is gone and the next one hasn't been opened.
    var file: InventoryFile?
    var items: IdentifiedArrayOf<Item>
    /// Observes commits to the file.
    var observation: AnyDatabaseCancellable?
  }

  private let place: Place
  private let seed: [Item]
  private let logger: Logger
  private let state: Mutex<State>
  private let changeListeners = ChangeListeners()

  /// The number of files that a change is tried on, if one after another is deleted or replaced.
  private static let attempts = 3

  /// Opens a database. If it doesn't exist, it's created and filled with items.
  init(
    at place: Place, seed: [Item] = [], logger: Logger = Logger(label: "gallery.inventory")
  ) throws {
    self.place = place
    self.seed = seed
    self.logger = logger
    let file = try InventoryFile(at: place, seed: seed)
    state = Mutex(State(file: file, items: try file.items()))
    let observation = observe(file)
    state.withLock { $0.observation = observation }
  }

  /// The items in their last committed state.
  var items: IdentifiedArrayOf<Item> {
    state.withLock(\.items)
  }

  /// A stream with an element for each change of the items. Several changes at once can be combined into one
  /// element.
  var changes: AsyncStream<Void> { changeListeners.changes() }

  func add(_ item: Item, once key: IdempotencyKey = IdempotencyKey()) async throws {
    try await add([item], once: key)
  }

  /// Adds items in one transaction. If the process ends during it, none of them are added.
  func add(_ items: [Item], once key: IdempotencyKey = IdempotencyKey()) async throws {
    try await write(once: key) { db in
      let added = try items.map { item in
        var row = ItemRow(item)
        row.id = nil
        try row.insert(db)
        return row.item
      }
      return { $0.append(contentsOf: added) }
    }
  }

  func update(_ item: Item, once key: IdempotencyKey = IdempotencyKey()) async throws {
    try await write(once: key) { db in
      guard try ItemRow.exists(db, key: item.id) else { throw ItemIsGone(name: item.name) }
      try ItemRow(item).update(db)
      return { $0[id: item.id] = item }
    }
  }

  /// Saves counts as quantities in one transaction. Other changes of the items are kept, and deleted items are left out.
  func count(
    _ counts: [Item.ID: Int], once key: IdempotencyKey = IdempotencyKey()
  ) async throws {
    try await write(once: key) { db in
      var changed: [Item] = []
      for (id, counted) in counts.sorted(by: { $0.key < $1.key }) {
        guard var item = try ItemRow.fetchOne(db, key: id)?.item,
          counted != item.status.inStock ?? 0
        else { continue }
        item.status =
          counted > 0 ? .inStock(quantity: counted) : .outOfStock(isOnBackOrder: false)
        try ItemRow(item).update(db)
        changed.append(item)
      }
      return { [changed] all in
        for item in changed { all[id: item.id] = item }
      }
    }
  }

  func delete(_ id: Item.ID, once key: IdempotencyKey = IdempotencyKey()) async throws {
    try await write(once: key) { db in
      _ = try ItemRow.deleteOne(db, key: id)
      return { $0.remove(id: id) }
    }
  }

  /// The last count of each item among the counts that were neither saved nor discarded. Empty if they can't be read.
  var unfinishedCounts: [Item.ID: Int] {
    guard let file = state.withLock(\.file) else { return [:] }
    return (try? file.counts()) ?? [:]
  }

  /// Stores a stock take's counts of existing items, in addition to its counts of other items.
  func keep(
    _ counts: [Item.ID: Int], of stockTake: UUID, once key: IdempotencyKey = IdempotencyKey()
  ) async throws {
    try await write(once: key) { db in
      for (id, count) in counts {
        try db.execute(
          sql: """
            INSERT OR REPLACE INTO stockTakeCount (stockTake, counted, item)
            SELECT ?, ?, id FROM item WHERE id = ?
            """,
          arguments: [stockTake.uuidString, count, id])
      }
      return nil
    }
  }

  /// Moves counts from other stock takes to a stock take. If that has its own count of an item, it keeps it.
  func move(
    _ counts: [Item.ID: Int], to stockTake: UUID, once key: IdempotencyKey = IdempotencyKey()
  ) async throws {
    try await write(once: key) { db in
      for (id, count) in counts {
        try db.execute(
          sql: """
            UPDATE OR IGNORE stockTakeCount SET stockTake = ? WHERE item = ? AND counted = ?
            """,
          arguments: [stockTake.uuidString, id, count])
        // Several stock takes can have the same count.
        try db.execute(
          sql: "DELETE FROM stockTakeCount WHERE stockTake <> ? AND item = ? AND counted = ?",
          arguments: [stockTake.uuidString, id, count])
      }
      return nil
    }
  }

  func forgetCounts(
    of stockTake: UUID, once key: IdempotencyKey = IdempotencyKey()
  ) async throws {
    try await write(once: key) { db in
      try db.execute(
        sql: "DELETE FROM stockTakeCount WHERE stockTake = ?", arguments: [stockTake.uuidString])
      return nil
    }
  }

  /// Closes the database. Committed changes are kept.
  func close() throws {
    // The file is closed without the lock, because changes in progress need the lock.
    try state.withLock(\.file)?.close()
  }

  /// Makes a change unless a change with the same key was made before. The change is repeated if the file was
  /// deleted or replaced.
  ///
  /// `body` returns the step that updates the items in memory, or `nil` if they don't change.
  /// - Returns: Whether the change was made now.
  @discardableResult
  func write(
    once key: IdempotencyKey, _ body: @escaping @Sendable (Database) throws -> Step?
  ) async throws -> Bool {
    do {
      for _ in 0..<Self.attempts {
        let file = try opened()
        let isMade: Bool
        do {
          isMade = try await write(once: key, to: file, body)
        } catch {
          guard isAbandoned(file) else { throw error }
          continue
        }
        if !isAbandoned(file) { return isMade }
      }
      throw InventoryIsNotWritten()
    } catch let error as DatabaseError {
      logger.error("Couldn't write to the inventory's database: \(error)")
      throw InventoryIsNotWritten()
    } catch let error as CocoaError {
      logger.error("Couldn't open the inventory's database: \(error.localizedDescription)")
      throw InventoryIsNotWritten()
    }
  }

  private func write(
    once key: IdempotencyKey, to file: InventoryFile,
    _ body: @escaping @Sendable (Database) throws -> Step?
  ) async throws -> Bool {
    try await file.writer.writeWithoutTransaction { db in
      defer { file.step.withLock { $0 = nil } }
      var isFirst = false
      try db.inTransaction {
        isFirst = try db.isFirst(key)
        let step = isFirst ? try body(db) : nil
        file.step.withLock { $0 = step }
        return .commit
      }
      return isFirst
    }
  }

  /// Observes committed changes of the items, in the order of the commits. Transactions that fail to commit aren't
  /// reported.
  private func observe(_ file: InventoryFile) -> AnyDatabaseCancellable {
    DatabaseRegionObservation(tracking: ItemRow.all())
      .start(in: file.writer) { [logger] error in
        logger.error("Couldn't observe the inventory's database: \(error)")
      } onChange: { [weak self, weak file] db in
        if let self, let file { committed(to: file, db) }
      }
  }

  private func committed(to file: InventoryFile, _ db: Database) {
    let step = file.step.withLock(\.self)
    do {
      // Changes that weren't made by this class have no step. In that case, read all items again.
      let items = step == nil ? try file.items(db) : []
      state.withLock { state in
        guard state.file === file else { return }
        if let step { step(&state.items) } else { state.items = items }
      }
    } catch {
      logger.error("Couldn't read the inventory's database: \(error)")
    }
    changeListeners.notify()
  }

  /// Returns the file for changes. If the last file is gone, it opens or creates one.
  func opened() throws -> InventoryFile {
    let (file, isNew) = try state.withLock { state in
      if let file = state.file { return (file, false) }
      let file = try InventoryFile(at: place, seed: seed)
      // No other code has the file yet, so no changes are missed.
      state = State(file: file, items: try file.items(), observation: observe(file))
      logger.notice("Reopened the inventory's database. It has \(state.items.count) items.")
      return (file, true)
    }
    if isNew { changeListeners.notify() }
    return file
  }

  /// Whether a file was deleted or replaced. The first caller that notices it closes the file.
  private func isAbandoned(_ file: InventoryFile) -> Bool {
    // The lock prevents other threads from opening the next file or closing this one. After it's closed, another
    // file can get its inode number.
    let (isCurrent, change) = state.withLock { state in
      guard state.file === file else { return (false, nil as DatabaseFiles.Change?) }
      guard let change = file.change else { return (true, nil) }
      file.removeLeftovers(of: change)
      state.file = nil
      return (true, change)
    }
    guard let change else { return !isCurrent }
    try? file.close()
    logger.error(
      """
      \(change.message(for: place)) Stop the server before you delete, move, or replace the \
      database's files.
      """)
    return true
  }
}

extension DatabaseFiles.Change {
  /// Returns the message to log for the change of a database.
  fileprivate func message(for place: InventoryDatabase.Place) -> String {
    let name = if case .file(let path) = place { path } else { "The database" }
    return switch self {
    case .deleted: "\(name) was deleted or moved while the server was using it."
    case .replaced: "\(name) was replaced by another file while the server was using it."
    case .torn:
      "The -wal or -shm file of \(name) was deleted or replaced while the server was using it."
    }
  }
}

extension Database {
  /// The number of idempotency keys to remember. That's enough for several days, while browsers repeat an unanswered
  /// form within minutes.
  private static let memory = 100_000

  /// Records a key in this transaction, and returns whether it's new.
  fileprivate func isFirst(_ key: IdempotencyKey) throws -> Bool {
    try execute(sql: "INSERT OR IGNORE INTO done (key) VALUES (?)", arguments: [key.text])
    guard changesCount > 0 else { return false }
    try execute(
      sql: "DELETE FROM done WHERE id <= ?", arguments: [lastInsertedRowID - Int64(Self.memory)])
    return true
  }
}

/// An error that occurs if someone else deleted the item that should be saved.
struct ItemIsGone: Error, CustomStringConvertible {
  let name: String
  var description: String { "Someone else deleted “\(name)”." }
}

/// An error that occurs if a change wasn't saved. The log contains the reason.
struct InventoryIsNotWritten: Error, CustomStringConvertible {
  var description: String { "The server can't write to its database right now." }
}
