import Cairn
import CairnSQLite
import Foundation
import GRDB
import Logging
import Synchronization

/// The items in SQLite.
///
/// All items are also kept in memory, as they were last committed: a page reads them without asking
/// SQLite. The table is observed, so whatever this process writes to it is noticed; another process that
/// writes to the same file is not. A file that is deleted or replaced is, with the next change: what is at
/// its place then is opened, and made where there is nothing.
final class InventoryDatabase: Sendable {
  /// Where the database is.
  enum Place: Equatable, Sendable {
    case memory
    case file(String)
  }

  private typealias Step = InventoryFile.Step

  private struct State {
    /// Nil where the last one is gone, and none was opened since.
    var file: InventoryFile?
    var items: IdentifiedArrayOf<Item>
    /// Hears of what is committed to the file.
    var observation: AnyDatabaseCancellable?
  }

  private let place: Place
  private let seed: [Item]
  private let logger: Logger
  private let state: Mutex<State>
  private let changeListeners = ChangeListeners()

  /// How many files a change is written to, one after the other, where they are taken away.
  private static let attempts = 3

  /// Opens a database, makes it where there is none, and fills it where it is new.
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

  /// The items as they were last committed.
  var items: IdentifiedArrayOf<Item> {
    state.withLock(\.items)
  }

  /// An element each time that the items have become others; of several at once the last one counts.
  var changes: AsyncStream<Void> { changeListeners.stream() }

  func add(_ item: Item, once key: IdempotencyKey = IdempotencyKey()) async throws {
    try await write(once: key) { db in
      var row = ItemRow(item)
      row.id = nil
      try row.insert(db)
      let added = row.item
      return { $0.append(added) }
    }
  }

  func update(_ item: Item, once key: IdempotencyKey = IdempotencyKey()) async throws {
    try await write(once: key) { db in
      guard try ItemRow.exists(db, key: item.id) else { throw ItemIsGone(name: item.name) }
      try ItemRow(item).update(db)
      return { $0[id: item.id] = item }
    }
  }

  func delete(_ id: Item.ID, once key: IdempotencyKey = IdempotencyKey()) async throws {
    try await write(once: key) { db in
      _ = try ItemRow.deleteOne(db, key: id)
      return { $0.remove(id: id) }
    }
  }

  /// What was counted and neither saved nor thrown away; nothing where it can not be read.
  var unfinishedCounts: [Item.ID: Int] {
    guard let file = state.withLock(\.file) else { return [:] }
    return (try? file.counts()) ?? [:]
  }

  /// Keeps counts of items that there are, beside those of others.
  func keep(
    counts: [Item.ID: Int], once key: IdempotencyKey = IdempotencyKey()
  ) async throws {
    try await write(once: key) { db in
      for (id, count) in counts {
        try db.execute(
          sql: "INSERT OR REPLACE INTO count (item, counted) SELECT id, ? FROM item WHERE id = ?",
          arguments: [count, id])
      }
      return nil
    }
  }

  func forgetCounts(once key: IdempotencyKey = IdempotencyKey()) async throws {
    try await write(once: key) { db in
      try db.execute(sql: "DELETE FROM count")
      return nil
    }
  }

  /// Closes the database: what was written stays.
  func close() throws {
    // Not under the lock, which changes that are under way need.
    try state.withLock(\.file)?.close()
  }

  /// Makes a change, where none was made with the key, in a file that is in its place. One that does nothing to
  /// the items in memory has no step.
  private func write(
    once key: IdempotencyKey, _ body: @escaping @Sendable (Database) throws -> Step?
  ) async throws {
    do {
      for _ in 0..<Self.attempts {
        let file = try opened()
        do {
          try await write(once: key, to: file, body)
        } catch {
          guard isAbandoned(file) else { throw error }
          continue
        }
        if !isAbandoned(file) { return }
      }
      throw InventoryIsNotWritten()
    } catch let error as DatabaseError {
      logger.error("The inventory can not be written: \(error)")
      throw InventoryIsNotWritten()
    } catch let error as CocoaError {
      logger.error("The inventory can not be opened: \(error.localizedDescription)")
      throw InventoryIsNotWritten()
    }
  }

  private func write(
    once key: IdempotencyKey, to file: InventoryFile,
    _ body: @escaping @Sendable (Database) throws -> Step?
  ) async throws {
    try await file.writer.writeWithoutTransaction { db in
      defer { file.step.withLock { $0 = nil } }
      try db.inTransaction {
        let step = try db.isFirst(key) ? body(db) : nil
        file.step.withLock { $0 = step }
        return .commit
      }
    }
  }

  /// Hears of each change of the items that is committed: in the order of the commits, and of none that COMMIT
  /// has refused.
  private func observe(_ file: InventoryFile) -> AnyDatabaseCancellable {
    DatabaseRegionObservation(tracking: ItemRow.all())
      .start(in: file.writer) { [logger] error in
        logger.error("The inventory is not observed: \(error)")
      } onChange: { [weak self, weak file] db in
        if let self, let file { committed(to: file, db) }
      }
  }

  private func committed(to file: InventoryFile, _ db: Database) {
    let step = file.step.withLock(\.self)
    do {
      // What no method of this object has written says nothing of itself.
      let items = step == nil ? try file.items(db) : []
      state.withLock { state in
        guard state.file === file else { return }
        if let step { step(&state.items) } else { state.items = items }
      }
    } catch {
      logger.error("The inventory can not be read: \(error)")
    }
    changeListeners.tell()
  }

  /// The file that changes are written to; it is opened, and made, where the last one is gone.
  func opened() throws -> InventoryFile {
    let (file, isNew) = try state.withLock { state in
      if let file = state.file { return (file, false) }
      let file = try InventoryFile(at: place, seed: seed)
      // Nobody else has it yet, so nothing is missed.
      state = State(file: file, items: try file.items(), observation: observe(file))
      logger.notice("The inventory is open again; it has \(state.items.count) items.")
      return (file, true)
    }
    if isNew { changeListeners.tell() }
    return file
  }

  /// Whether a file is not in its place any more. Who finds it so first closes it.
  private func isAbandoned(_ file: InventoryFile) -> Bool {
    // Under the lock, so that nobody opens the next one meanwhile, or closes this one: its number is then
    // free for others.
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
      The inventory's file was deleted, moved or replaced while it was in use (\(place): \(change)). \
      Stop the server before you do that.
      """)
    return true
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

/// Says that nothing was written. Why is for the log.
struct InventoryIsNotWritten: Error, CustomStringConvertible {
  var description: String { "The server can not write to its database at the moment." }
}
