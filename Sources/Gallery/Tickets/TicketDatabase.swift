import Cairn
import CairnSQLite
import Foundation
import GRDB
import Logging
import Synchronization

/// The tickets in a SQLite database, which is opened when it's first used.
///
/// A new database is filled with generated tickets. For 100,000 tickets, that takes about a second.
final class TicketDatabase: Sendable {
  private let path: String?
  private let count: Int
  private let usesFullText: Bool
  private let logger: Logger
  private let file = Mutex<TicketFile?>(nil)

  /// Creates a database without opening it.
  /// - Parameters:
  ///   - path: The path of the file, or `nil` for a database in memory.
  ///   - count: The number of tickets in a new database.
  ///   - usesFullText: Whether a new database has an index of words, if SQLite supports it. Otherwise, a search
  ///     compares the start of the subject.
  ///   - logger: The logger for errors.
  init(
    path: String?, count: Int = 100_000, usesFullText: Bool = true,
    logger: Logger = Logger(label: "gallery.tickets")
  ) {
    self.path = path
    self.count = count
    self.usesFullText = usesFullText
    self.logger = logger
  }

  /// Whether the database has been used.
  var isOpen: Bool { file.withLock { $0 != nil } }

  /// Closes the database. Saved changes are kept.
  func close() throws {
    let open = file.withLock { file in
      defer { file = nil }
      return file
    }
    try open?.writer.close()
  }

  /// Returns a page of a list, which has up to ``TicketQuery/pageSize`` tickets.
  func page(of query: TicketQuery, at position: TicketPosition) throws -> TicketPage {
    try read { file, db in
      try TicketSelection(query, isFullText: file.isFullText, db).page(at: position, db)
    }
  }

  /// Returns a ticket, or `nil` if it doesn't exist.
  func ticket(_ id: Ticket.ID) throws -> Ticket? {
    try read { _, db in
      try Row.fetchOne(
        db.cachedStatement(sql: "SELECT * FROM ticket WHERE id = ?"), arguments: [id]
      ).map(Ticket.init)
    }
  }

  /// Returns the saved changes of a ticket, oldest first.
  func changes(of id: Ticket.ID) throws -> [TicketChange] {
    try read { _, db in
      try Row.fetchAll(
        db.cachedStatement(sql: "SELECT * FROM ticketChange WHERE ticket = ? ORDER BY id"),
        arguments: [id]
      ).map(TicketChange.init)
    }
  }

  /// Saves a change, unless a change with the same key was saved before.
  func save(_ edit: TicketEdit, at date: Date, once key: IdempotencyKey) async throws {
    do {
      try await opened().writer.write { db in
        try db.execute(
          sql: """
            INSERT OR IGNORE INTO ticketChange (key, ticket, date, status, comment)
            VALUES (?, ?, ?, ?, ?)
            """,
          arguments: [
            key.text, edit.id, date.timeIntervalSince1970, edit.status?.rawValue,
            Data(edit.comment.utf8),
          ])
        guard db.changesCount > 0 else { return }
        try db.execute(
          sql: "UPDATE ticket SET updated = ?, status = coalesce(?, status) WHERE id = ?",
          arguments: [Int(date.timeIntervalSince1970), edit.status?.rawValue, edit.id])
      }
    } catch {
      logger.error("Couldn't write to the tickets' database: \(error)")
      throw TicketsAreNotWritten()
    }
  }

  /// Returns the query plans of the statements for a page, for tests.
  func plans(of query: TicketQuery, at position: TicketPosition) throws -> [String] {
    try read { file, db in
      try TicketSelection(query, isFullText: file.isFullText, db).plans(at: position, db)
    }
  }

  private func read<Value>(_ body: (TicketFile, Database) throws -> Value) throws -> Value {
    do {
      let file = try opened()
      return try file.writer.read { try body(file, $0) }
    } catch {
      logger.error("Couldn't read the tickets' database: \(error)")
      throw error
    }
  }

  /// Opens the database. Other threads wait until it's filled.
  private func opened() throws -> TicketFile {
    try file.withLock { file in
      if let file { return file }
      let new = try TicketFile(path: path, count: count, usesFullText: usesFullText)
      file = new
      return new
    }
  }
}

extension Ticket {
  init(_ row: Row) {
    self.init(
      id: row["id"], subject: row["subject"], requester: row["requester"],
      status: Status(rawValue: row["status"]) ?? .open,
      priority: Priority(rawValue: row["priority"]) ?? .normal,
      assignee: Assignee(rawValue: row["assignee"]) ?? .unassigned,
      updated: Date(timeIntervalSince1970: Double(row["updated"] as Int)))
  }
}

extension TicketChange {
  fileprivate init(_ row: Row) {
    let comment: Data = row["comment"]
    self.init(
      id: row["id"], date: Date(timeIntervalSince1970: row["date"]),
      status: (row["status"] as String?).flatMap { Ticket.Status(rawValue: $0) },
      comment: String(decoding: comment, as: UTF8.self))
  }
}

/// An error that occurs if a change wasn't saved. The log contains the reason.
struct TicketsAreNotWritten: Error, CustomStringConvertible {
  var description: String { "The server can't write to its database right now." }
}
