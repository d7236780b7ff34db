import Foundation
import GRDB

/// A benchmark of SQLite alone. In each transaction, one connection replaces a row of a snapshot's size.
struct CommitBenchmark {
  /// The path of a server's session database, after it was used.
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
      // These settings match the session store.
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

  /// Returns the number of commits per second in one round.
  private func rate(_ database: Database, _ size: Int) throws -> Double {
    let payload = Data((0..<size).map { _ in UInt8.random(in: 0...255) })
    let statement = try database.makeStatement(
      sql: "REPLACE INTO snapshot (id, payload) VALUES (?, ?)")
    let start = ContinuousClock.now
    let end = start + .seconds(load.seconds)
    var count = 0
    while ContinuousClock.now < end {
      // 16 rows, as for 16 sessions.
      try statement.execute(arguments: [count % 16, payload])
      count += 1
    }
    return Double(count) / ((ContinuousClock.now - start) / .seconds(1))
  }

  /// Returns the mean size of the stored snapshots, in bytes.
  private func snapshotSize() throws -> Int {
    guard let sessions else { return 4096 }
    return try DatabaseQueue(path: sessions).read { database in
      try Int(Double.fetchOne(database, sql: "SELECT avg(length(payload)) FROM scenes") ?? 4096)
    }
  }
}
