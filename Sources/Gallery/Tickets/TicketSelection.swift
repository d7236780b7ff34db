import Cairn
import GRDB

/// The SQL statements for the pages of a list of tickets.
///
/// A page begins at a cursor, and not after a number of rows. Because an index leads to the cursor, each page takes the
/// same time.
struct TicketSelection {
  private let query: TicketQuery
  private let size = TicketQuery.pageSize
  /// The conditions of the filters and the search.
  private var conditions: [String] = []
  private var arguments: [DatabaseValue] = []

  /// Creates the statements for a list.
  /// - Parameters:
  ///   - query: The filters and the order.
  ///   - isFullText: Whether the database has an index of words.
  ///   - db: The database, in which a search finds tickets.
  init(_ query: TicketQuery, isFullText: Bool, _ db: Database) throws {
    self.query = query
    if let status = query.status {
      conditions.append("status = ?")
      arguments.append(status.rawValue.databaseValue)
    }
    if let assignee = query.assignee {
      conditions.append("assignee = ?")
      arguments.append(assignee.rawValue.databaseValue)
    }
    if let search = TicketSearch(query.search, isFullText: isFullText) {
      let (sql, values) = try search.condition(db)
      conditions.append(sql)
      arguments += values
    }
  }

  /// Returns a page.
  ///
  /// If there are no tickets before the page, it's the first page, which is full. If there are no tickets after a
  /// position, it's the last page.
  func page(at position: TicketPosition, _ db: Database) throws -> TicketPage {
    switch position {
    case .first: try page(after: nil, db)
    case .last: try page(before: nil, db)
    case .after(let cursor): try page(after: cursor, db)
    case .before(let cursor): try page(before: cursor, db)
    }
  }

  private func page(after cursor: TicketCursor?, _ db: Database) throws -> TicketPage {
    // One more row shows whether there's a next page.
    let rows = try tickets(from: cursor, isForward: true, db)
    if rows.isEmpty, cursor != nil { return try page(before: nil, db) }
    let tickets = Array(rows.prefix(size))
    return TicketPage(
      tickets: tickets,
      previous: cursor == nil ? nil : tickets.first.map { .before(self.cursor(of: $0)) },
      next: rows.count > size ? tickets.last.map { .after(self.cursor(of: $0)) } : nil)
  }

  private func page(before cursor: TicketCursor?, _ db: Database) throws -> TicketPage {
    let rows = try tickets(from: cursor, isForward: false, db)
    if rows.count <= size { return try page(after: nil, db) }
    let tickets = Array(rows.prefix(size).reversed())
    return TicketPage(
      tickets: tickets,
      previous: tickets.first.map { .before(self.cursor(of: $0)) },
      next: cursor == nil ? nil : tickets.last.map { .after(self.cursor(of: $0)) })
  }

  private func cursor(of ticket: Ticket) -> TicketCursor {
    TicketCursor(of: ticket, in: query.sort.column)
  }

  /// Returns the next tickets in one direction, at most one more than fit on a page.
  private func tickets(
    from cursor: TicketCursor?, isForward: Bool, _ db: Database
  ) throws -> [Ticket] {
    var tickets: [Ticket] = []
    for statement in statements(from: cursor, isForward: isForward) {
      guard tickets.count <= size else { break }
      let rows = try Row.fetchAll(
        db.cachedStatement(sql: statement.sql),
        arguments: StatementArguments(
          statement.arguments + [(size + 1 - tickets.count).databaseValue]))
      tickets += rows.map(Ticket.init)
    }
    return tickets
  }

  /// A statement without its last argument, which is the maximum number of rows.
  private struct Statement {
    let sql: String
    let arguments: [DatabaseValue]
  }

  /// Returns the statements whose results follow each other.
  ///
  /// The first statement finds the tickets with the same value as the cursor. For a single statement with
  /// `(priority, id) > (?, ?)`, SQLite would read all tickets with the same priority, because its indexes compare an
  /// integer primary key only after other values that are equal.
  private func statements(from cursor: TicketCursor?, isForward: Bool) -> [Statement] {
    let isAscending = (query.sort.order == .ascending) == isForward
    let comparison = isAscending ? ">" : "<"
    let direction = isAscending ? "ASC" : "DESC"
    let column = query.sort.column == .number ? "id" : query.sort.column.rawValue
    func statement(
      _ condition: String?, _ values: [Int], orderedBy columns: [String]
    ) -> Statement {
      let conditions = conditions + (condition.map { [$0] } ?? [])
      return Statement(
        sql: "SELECT * FROM ticket"
          + (conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND "))
          + " ORDER BY " + columns.map { "\($0) \(direction)" }.joined(separator: ", ")
          + " LIMIT ?",
        arguments: arguments + values.map(\.databaseValue))
    }
    let order = column == "id" ? ["id"] : [column, "id"]
    guard let cursor else { return [statement(nil, [], orderedBy: order)] }
    let following = statement("\(column) \(comparison) ?", [cursor.key], orderedBy: order)
    if column == "id" { return [following] }
    return [
      statement(
        "\(column) = ? AND id \(comparison) ?", [cursor.key, cursor.id], orderedBy: ["id"]),
      following,
    ]
  }

  /// Returns the query plans of the statements for a position.
  func plans(at position: TicketPosition, _ db: Database) throws -> [String] {
    let statements =
      switch position {
      case .first: statements(from: nil, isForward: true)
      case .last: statements(from: nil, isForward: false)
      case .after(let cursor): statements(from: cursor, isForward: true)
      case .before(let cursor): statements(from: cursor, isForward: false)
      }
    return try statements.flatMap { statement in
      try Row.fetchAll(
        db, sql: "EXPLAIN QUERY PLAN " + statement.sql,
        arguments: StatementArguments(statement.arguments + [(size + 1).databaseValue])
      ).map { $0["detail"] }
    }
  }
}
