import CairnSessions
import GRDB
import GRDBSQLite

/// The current row of a statement.
///
/// If a value has a different type than its column, the file is damaged. The methods throw an error then, because
/// GRDB's own conversions would end the process.
struct SQLRow {
  let statement: OpaquePointer

  func isNull(_ index: CInt) -> Bool { sqlite3_column_type(statement, index) == SQLITE_NULL }

  func integer(_ index: CInt) throws -> Int64 {
    try expect(SQLITE_INTEGER, at: index)
    return sqlite3_column_int64(statement, index)
  }

  func text(_ index: CInt) throws -> String {
    try expect(SQLITE_TEXT, at: index)
    guard let text = sqlite3_column_text(statement, index) else { throw Self.damage }
    let count = Int(sqlite3_column_bytes(statement, index))
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  func bytes(_ index: CInt) throws -> [UInt8] {
    try withBytes(index) { Array($0) }
  }

  /// Returns the number in a blob of 16 bytes, most significant byte first.
  func number(_ index: CInt) throws -> UInt128 {
    try withBytes(index) { bytes in
      guard bytes.count == 16 else { throw Self.damage }
      return UInt128(bigEndian: bytes.loadUnaligned(as: UInt128.self))
    }
  }

  func revision(_ index: CInt) throws -> UInt64 { try UInt64(bitPattern: integer(index)) }

  func time(_ index: CInt) throws -> SessionTime {
    try SessionTime(microsecondsSince1970: integer(index))
  }

  func sceneID(_ index: CInt) throws -> StoredScene.Mark {
    guard let sceneID = try StoredScene.Mark(text(index)) else { throw Self.damage }
    return sceneID
  }

  func owner(_ index: CInt) throws -> StoredSession.Owner? {
    if isNull(index) { return nil }
    let text = try String(validating: bytes(index), as: UTF8.self)
    guard let owner = text.flatMap({ StoredSession.Owner($0) }) else { throw Self.damage }
    return owner
  }

  func digest(_ index: CInt) throws -> StoredSubmission.Digest {
    guard let digest = try StoredSubmission.Digest(bytes: bytes(index)) else {
      throw Self.damage
    }
    return digest
  }

  private func withBytes<Value>(
    _ index: CInt, _ body: (UnsafeRawBufferPointer) throws -> Value
  ) throws -> Value {
    try expect(SQLITE_BLOB, at: index)
    // SQLite returns no address for an empty blob.
    let address = sqlite3_column_blob(statement, index)
    let count = Int(sqlite3_column_bytes(statement, index))
    return try body(UnsafeRawBufferPointer(start: address, count: address == nil ? 0 : count))
  }

  private func expect(_ type: CInt, at index: CInt) throws {
    if sqlite3_column_type(statement, index) != type { throw Self.damage }
  }

  private static var damage: DatabaseError { DatabaseError(resultCode: .SQLITE_CORRUPT) }
}
