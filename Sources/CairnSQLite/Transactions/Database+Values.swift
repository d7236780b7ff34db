import CairnSessions
import Foundation
import GRDB

extension Database {
  /// Runs a statement that stays prepared.
  func run(_ sql: String, _ arguments: StatementArguments = []) throws {
    let statement = try cachedStatement(sql: sql)
    try statement.execute(arguments: arguments)
  }

  /// The first row of a query that stays prepared.
  func row(_ sql: String, _ arguments: StatementArguments) throws -> Row? {
    try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
  }

  /// All rows of a query that stays prepared.
  func rows(_ sql: String, _ arguments: StatementArguments) throws -> [Row] {
    try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
  }
}

/// Values of a row: one of another kind than its column's means a damaged file, and must not end
/// the process as a conversion of GRDB's does.
extension Row {
  func integer(_ index: Int) throws -> Int64 {
    guard case .int64(let value) = value(index) else { throw Self.damage }
    return value
  }

  func text(_ index: Int) throws -> String {
    guard case .string(let value) = value(index) else { throw Self.damage }
    return value
  }

  func bytes(_ index: Int) throws -> Data {
    guard case .blob(let value) = value(index) else { throw Self.damage }
    return value
  }

  func isNull(_ index: Int) -> Bool { value(index) == .null }

  func mark(_ index: Int) throws -> StoredScene.Mark {
    guard let mark = try StoredScene.Mark(text(index)) else { throw Self.damage }
    return mark
  }

  func time(_ index: Int) throws -> SessionTime {
    try SessionTime(microsecondsSince1970: integer(index))
  }

  func sessionID(_ index: Int) throws -> StoredSession.ID {
    guard let id = try StoredSession.ID(bytes: bytes(index)) else { throw Self.damage }
    return id
  }

  private func value(_ index: Int) -> DatabaseValue.Storage {
    (self[index] as DatabaseValue).storage
  }

  private static var damage: DatabaseError { DatabaseError(resultCode: .SQLITE_CORRUPT) }
}

extension StoredSession.ID {
  var data: Data { Data(bytes) }
}

extension UInt64 {
  /// The same 64 bits as SQLite's integer; equal numbers stay equal.
  var sqlBits: Int64 { Int64(bitPattern: self) }

  /// SQLite's integer in the same order.
  var sqlOrdered: Int64 { Int64(bitPattern: self ^ (1 << 63)) }
}
