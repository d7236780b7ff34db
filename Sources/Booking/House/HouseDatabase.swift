import Cairn
import CairnPasswords
import GRDB

/// The SQLite database with the members, bookings, and comments.
struct HouseDatabase: Sendable {
  let writer: any DatabaseWriter
  // A restart forgets failed attempts. An application with several processes needs an `AttemptStore` in its database.
  let signIns = AttemptLimiter(store: MemoryAttemptStore())
  let signUps = AttemptLimiter(store: MemoryAttemptStore(), purpose: "sign-up")

  /// Opens a file, and creates it if it doesn't exist. Without a path, the database is in memory, for tests.
  init(path: String? = nil) throws {
    var configuration = GRDB.Configuration()
    // During an upgrade, another process can write to the file.
    configuration.busyMode = .timeout(5)
    if let path {
      writer = try DatabasePool(path: path, configuration: configuration)
    } else {
      writer = try DatabaseQueue(configuration: configuration)
    }
    var migrator = DatabaseMigrator()
    migrator.registerMigration("house") { db in
      try db.execute(
        sql: """
          CREATE TABLE member (name TEXT PRIMARY KEY COLLATE NOCASE, passwordHash TEXT NOT NULL);
          CREATE TABLE reservation (
            id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, room INTEGER NOT NULL,
            member TEXT NOT NULL REFERENCES member, title TEXT NOT NULL, note TEXT NOT NULL,
            start DATETIME NOT NULL, "end" DATETIME NOT NULL);
          CREATE INDEX reservationStart ON reservation (room, start);
          CREATE TABLE comment (
            id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE,
            reservation INTEGER NOT NULL REFERENCES reservation ON DELETE CASCADE,
            member TEXT NOT NULL REFERENCES member, text TEXT NOT NULL, date DATETIME NOT NULL);
          CREATE INDEX commentReservation ON comment (reservation);
          """)
    }
    try migrator.migrate(writer)
  }
}

extension HouseDatabase: TestDependencyKey {
  static var testValue: HouseDatabase {
    guard let database = try? HouseDatabase() else { preconditionFailure("SQLite is missing.") }
    return database
  }
}

extension DependencyValues {
  var house: HouseDatabase {
    get { self[HouseDatabase.self] }
    set { self[HouseDatabase.self] = newValue }
  }
}
