import GRDB
import GRDBSQLite

/// Cached statements that bind and read values with SQLite's own functions.
///
/// With GRDB's arguments and rows, a commit takes 50% longer.
extension Database {
  /// Runs a statement that returns no rows.
  func run(_ sql: String, _ values: SQLValue...) throws {
    try each(sql, values) { _ in }
  }

  /// Returns the value of a query's first row, or `nil` if there are no rows.
  func first<Value>(
    _ sql: String, _ values: SQLValue..., read: (SQLRow) throws -> Value
  ) throws -> Value? {
    var first: Value?
    try each(sql, values) { row in
      if first == nil { first = try read(row) }
    }
    return first
  }

  /// Returns the values of all rows of a query.
  func all<Value>(
    _ sql: String, _ values: SQLValue..., read: (SQLRow) throws -> Value
  ) throws -> [Value] {
    var all: [Value] = []
    try each(sql, values) { all.append(try read($0)) }
    return all
  }

  private func each(
    _ sql: String, _ values: [SQLValue], _ body: (SQLRow) throws -> Void
  ) throws {
    let statement = try cachedStatement(sql: sql).sqliteStatement
    defer {
      // The result code repeats the code of the last step. Clearing the bindings keeps snapshots from staying in memory
      // with the statement.
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      try check(value.bind(to: statement, at: CInt(index) + 1))
    }
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { return try check(code) }
      try body(SQLRow(statement: statement))
    }
  }

  private func check(_ code: CInt) throws {
    if code != SQLITE_OK { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }
}
