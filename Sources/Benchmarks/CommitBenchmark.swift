import Foundation
import GRDB

/// What SQLite itself does: one connection replaces a row of a snapshot's size in each transaction.
struct CommitBenchmark {
  /// The file of a server's sessions, after it was used.
  let sessions: String?
  let load: Load

  func run() throws {
    let size = try snapshotSize()
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "cairn-commits-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var configuration = Configuration()
    configuration.prepareDatabase { database in
      // As the session store has it.
      try database.execute(sql: "PRAGMA synchronous = NORMAL")
      try database.execute(sql: "PRAGMA wal_autocheckpoint = 4000")
    }
    let pool = try DatabasePool(
      path: folder.appending(path: "commits.sqlite").path, configuration: configuration)
    let rates = try pool.writeWithoutTransaction { database in
      try database.execute(sql: "CREATE TABLE snapshot (id INTEGER PRIMARY KEY, payload BLOB)")
      return try (0..<load.rounds).map { _ in try rate(database, size) }
    }
    print(
      "  SQLite alone: \(Int(rates.sorted()[rates.count / 2])) commits/s of \(size) bytes each, "
        + "one connection, WAL, synchronous=NORMAL")
  }

  /// Commits in a second, over a round.
  private func rate(_ database: Database, _ size: Int) throws -> Double {
    let payload = Data((0..<size).map { _ in UInt8.random(in: 0...255) })
    let statement = try database.makeStatement(
      sql: "REPLACE INTO snapshot (id, payload) VALUES (?, ?)")
    let start = ContinuousClock.now
    let end = start + .seconds(load.seconds)
    var count = 0
    while ContinuousClock.now < end {
      // 16 rows, as of 16 sessions.
      try statement.execute(arguments: [count % 16, payload])
      count += 1
    }
    return Double(count) / ((ContinuousClock.now - start) / .seconds(1))
  }

  /// The mean size of the snapshots that were stored, in bytes.
  private func snapshotSize() throws -> Int {
    guard let sessions else { return 4096 }
    return try DatabaseQueue(path: sessions).read { database in
      try Int(Double.fetchOne(database, sql: "SELECT avg(length(payload)) FROM scenes") ?? 4096)
    }
  }
}
