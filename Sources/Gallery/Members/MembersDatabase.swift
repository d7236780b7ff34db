import CairnSQLite
import Foundation
import GRDB

/// The accounts of members in a SQLite database, with their sign-ins, links for new passwords, and failed attempts.
///
/// It contains only hashes of passwords and links.
final class MembersDatabase: Sendable {
  struct Account: Sendable {
    let member: Member
    let passwordHash: String
    var isDisabled = false
  }

  let writer: any DatabaseWriter
  /// The maximum number of records of failed attempts, for each kind of record.
  let attemptLimit: Int

  /// Opens a database. If it doesn't exist, it's created.
  /// - Parameter path: The path of the file, or `nil` for a database in memory.
  init(path: String?, attemptLimit: Int = 10_000) throws {
    self.attemptLimit = attemptLimit
    var configuration = Configuration()
    configuration.label = "members"
    // During an upgrade, another process can write to the same file.
    configuration.busyMode = .timeout(5)
    if let path {
      try FileManager.default.createDirectory(
        at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
      // If these fail, opening the database fails as well, and its error contains the reason.
      try? FileMode.create(path)
      try? FileMode.makePrivate(path)
      writer = try DatabasePool(path: path, configuration: configuration)
    } else {
      writer = try DatabaseQueue(configuration: configuration)
    }
    try Self.migrator.migrate(writer)
  }

  func close() throws { try writer.close() }

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("members") { db in
      try db.create(table: "member") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("email", .text).notNull().unique()
        table.column("passwordHash", .text).notNull()
      }
      try db.create(table: "signIn") { table in
        table.primaryKey("id", .text)
        table.column("member", .integer).notNull().indexed()
          .references("member", onDelete: .cascade)
        table.column("start", .double).notNull()
        table.column("lastUse", .double).notNull()
        table.column("isRemembered", .boolean).notNull()
      }
      try db.create(table: "reset") { table in
        table.primaryKey("id", .text)
        table.column("digest", .text).notNull()
        table.column("member", .integer).notNull().indexed()
          .references("member", onDelete: .cascade)
        table.column("end", .double).notNull()
      }
      try db.create(table: "attempt") { table in
        table.primaryKey("key", .text)
        table.column("kind", .text).notNull()
        table.column("expiration", .double).notNull()
        table.column("delayEnd", .double).notNull()
      }
      try db.create(
        index: "attempt_on_kind_expiration", on: "attempt", columns: ["kind", "expiration"])
    }
    migrator.registerMigration("confirmation") { db in
      try db.alter(table: "signIn") { table in
        // Members who are signed in already must enter their password again.
        table.add(column: "confirmation", .double).notNull().defaults(to: 0)
      }
    }
    migrator.registerMigration("disabledAt") { db in
      try db.alter(table: "member") { table in table.add(column: "disabledAt", .double) }
    }
    return migrator
  }
}
