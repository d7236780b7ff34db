import CairnSessions
import Foundation
import GRDB

/// A store's file that was opened, checked, and migrated to the current version.
final class SessionFile: Sendable {
  let pool: DatabasePool
  /// The gate that readers enter while they use the pool.
  let gate = ReaderGate()
  let files: DatabaseFiles
  /// Whether the file was empty.
  let isNew: Bool

  init(
    path: String, configuration: SQLiteSessionStore.Configuration
  ) throws(SessionStoreError) {
    try FileMode.create(path)
    let main = PathTarget(path)
    do {
      try Self.inspect(path, configuration)
      try FileMode.makePrivate(path)
      pool = try Self.open(path, configuration)
      isNew = try pool.writeWithoutTransaction { database in
        var isNew = false
        try database.inTransaction(.immediate) {
          isNew = try Self.migrate(database, path: path)
          return .commit
        }
        try Self.configure(database, configuration)
        return isNew
      }
      files = DatabaseFiles(path: path, main: main)
    } catch {
      throw SessionStoreError(error, operation: "open the session store", path: path)
    }
  }

  /// Closes the file after all readers have left, and writes the contents of the `-wal` file into the main file.
  ///
  /// Don't call this on a queue of the pool.
  func close() {
    gate.close()
    // Close the readers first. SQLite removes the -wal file with the last connection, but only if that connection can
    // write. A leftover -wal file would damage a different main file.
    pool.releaseMemory()
    // If the main file has lost its name, SQLite wouldn't run this checkpoint itself.
    _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.passive) }
    // This fails only if statements are still running, and no statements are running at this point.
    try? pool.close()
  }

  /// Rejects a file that isn't a session store of this kind, before changing anything in it.
  private static func inspect(
    _ path: String, _ configuration: SQLiteSessionStore.Configuration
  ) throws {
    var settings = settings(configuration)
    settings.readonly = true
    try DatabaseQueue(path: path, configuration: settings).unsafeRead { database in
      let applicationID = try Int64.fetchOne(database, sql: "PRAGMA application_id")
      let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master")
      guard tables != 0 else { return }
      guard applicationID == Schema.applicationID else {
        throw SessionStoreError(
          .foreign, reason: "\(path) is an SQLite database, but not a session store.",
          recoverySuggestion: "Choose another file for the sessions.")
      }
      _ = try knownVersion(database, path: path)
      guard configuration.checksOnOpening else { return }
      if try String.fetchOne(database, sql: "PRAGMA quick_check(1)") != "ok" {
        throw SessionStoreError.corrupt(path, "its structure is inconsistent")
      }
    }
  }

  private static func open(
    _ path: String, _ configuration: SQLiteSessionStore.Configuration
  ) throws -> DatabasePool {
    let deadline = ContinuousClock.now + configuration.busyTimeout
    while true {
      do {
        return try DatabasePool(path: path, configuration: settings(configuration))
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < deadline
      {
        // If two processes switch a new file to WAL mode, SQLite rejects one of them without waiting.
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
  }

  private static func settings(
    _ configuration: SQLiteSessionStore.Configuration
  ) -> GRDB.Configuration {
    var settings = GRDB.Configuration()
    settings.label = "cairn.sessions"
    settings.maximumReaderCount = max(1, configuration.readers)
    // Otherwise, GRDB ends the process if a transaction can't even be rolled back.
    settings.allowsUnsafeTransactions = true
    settings.busyMode = .timeout(configuration.busyTimeout / .seconds(1))
    return settings
  }

  /// Migrates the database to the current version.
  ///
  /// - Returns: Whether the database was empty.
  private static func migrate(_ database: Database, path: String) throws -> Bool {
    let isNew = try !database.tableExists("version")
    let version = try isNew ? 0 : knownVersion(database, path: path)
    guard version < Schema.version else { return false }
    for migration in Schema.migrations[version...] { try database.execute(sql: migration) }
    try database.execute(sql: "UPDATE version SET version = ?", arguments: [Schema.version])
    try database.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
    return isNew
  }

  /// Returns the version of the stored data, if this program can read it.
  private static func knownVersion(_ database: Database, path: String) throws -> Int {
    let version = try database.first("SELECT version FROM version") { try Int($0.integer(0)) }
    guard let version, version > 0 else {
      throw SessionStoreError.corrupt(path, "it doesn't contain its version")
    }
    guard version <= Schema.version else {
      throw SessionStoreError(
        .newerVersion,
        reason: """
          The session store \(path) has version \(version), but this program supports versions up to \
          \(Schema.version).
          """,
        recoverySuggestion:
          "Start the newer program again, or choose another file for the sessions.")
    }
    return version
  }

  private static func configure(
    _ database: Database, _ configuration: SQLiteSessionStore.Configuration
  ) throws {
    let synchronous = configuration.durability == .powerLoss ? "FULL" : "NORMAL"
    try database.execute(sql: "PRAGMA synchronous = \(synchronous)")
    // A checkpoint waits for the disk, and so does the transaction that triggers it. Running one per 16 MB, and not per
    // 4 MB as SQLite does, halves the waiting.
    try database.execute(sql: "PRAGMA wal_autocheckpoint = 4000")
    // This gives back the disk space of a -wal file that has grown in a burst.
    try database.execute(sql: "PRAGMA journal_size_limit = \(16 << 20)")
    if let maximumSize = configuration.maximumSize {
      let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 4096
      try database.execute(sql: "PRAGMA max_page_count = \(max(1, maximumSize / pageSize))")
    }
  }
}
