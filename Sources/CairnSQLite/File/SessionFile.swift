import CairnSessions
import Foundation
import GRDB

/// The file of a store, opened, checked and of the current version.
final class SessionFile: Sendable {
  let pool: DatabasePool
  /// Where readers enter while they use the pool.
  let gate = ReaderGate()
  let files: DatabaseFiles
  /// Whether there was nothing in it.
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

  /// Waits for those who read, brings what is in the `-wal` file into the main file, and lets go of
  /// both. Not to be called on a queue of the pool's.
  func close() {
    gate.close()
    // The readers first: SQLite removes the -wal file with the last connection, if that may write. What
    // is left of it would be damage beside another main file.
    pool.releaseMemory()
    // Where the main file has lost its name SQLite would leave it as it is.
    _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.passive) }
    // It fails for statements that are still being run, of which there are none.
    try? pool.close()
  }

  /// Refuses what is no session store of ours, before anything is changed in it.
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
          .foreign, reason: "\(path) is an SQLite database, but no session store.",
          advice: "Name another file for the sessions.")
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
        // Of two processes that turn a new file to WAL mode one is refused without a wait.
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
    // GRDB would end the process for a transaction that can not even be rolled back.
    settings.allowsUnsafeTransactions = true
    settings.busyMode = .timeout(configuration.busyTimeout / .seconds(1))
    return settings
  }

  /// - Returns: Whether there was nothing before.
  private static func migrate(_ database: Database, path: String) throws -> Bool {
    let isNew = try !database.tableExists("version")
    let version = try isNew ? 0 : knownVersion(database, path: path)
    guard version < Schema.version else { return false }
    for migration in Schema.migrations[version...] { try database.execute(sql: migration) }
    try database.execute(sql: "UPDATE version SET version = ?", arguments: [Schema.version])
    try database.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
    return isNew
  }

  /// The version of what is stored, which this program can read.
  private static func knownVersion(_ database: Database, path: String) throws -> Int {
    let version = try database.first("SELECT version FROM version") { try Int($0.integer(0)) }
    guard let version, version > 0 else {
      throw SessionStoreError.corrupt(path, "it does not say its version")
    }
    guard version <= Schema.version else {
      throw SessionStoreError(
        .newerVersion,
        reason: """
          The session store \(path) has version \(version), and this program knows versions up to \
          \(Schema.version).
          """,
        advice: "Start the program's later version again, or name another file for the sessions.")
    }
    return version
  }

  private static func configure(
    _ database: Database, _ configuration: SQLiteSessionStore.Configuration
  ) throws {
    let synchronous = configuration.durability == .powerLoss ? "FULL" : "NORMAL"
    try database.execute(sql: "PRAGMA synchronous = \(synchronous)")
    // A checkpoint waits for the disk, and with it the transaction that brings it about. One for 16
    // MB, not for SQLite's 4, is half the waiting.
    try database.execute(sql: "PRAGMA wal_autocheckpoint = 4000")
    // What a burst has made of the -wal file is given back.
    try database.execute(sql: "PRAGMA journal_size_limit = \(16 << 20)")
    if let maximumSize = configuration.maximumSize {
      let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 4096
      try database.execute(sql: "PRAGMA max_page_count = \(max(1, maximumSize / pageSize))")
    }
  }
}
