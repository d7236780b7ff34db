import CairnSessions
import GRDBSQLite

/// A value to bind to a statement, in a form that SQLite accepts directly.
enum SQLValue {
  case integer(Int64)
  case text(String)
  case bytes([UInt8])
  /// A number as a blob of 16 bytes, most significant byte first.
  case number(UInt128)
  case digest(StoredSubmission.Digest)
  case null

  static func session(_ id: StoredSession.ID) -> SQLValue { .number(id.bits) }
  static func owner(_ owner: StoredSession.Owner) -> SQLValue { .bytes(owner.bytes) }
  static func sceneID(_ sceneID: StoredScene.Mark) -> SQLValue { .text(sceneID.text) }
  static func time(_ time: SessionTime) -> SQLValue { .integer(time.microsecondsSince1970) }
  /// Returns a revision as an SQLite integer with the same 64 bits. This preserves equality, but not order.
  static func revision(_ revision: UInt64) -> SQLValue { .integer(Int64(bitPattern: revision)) }

  /// Binds the value to a parameter of a statement.
  ///
  /// - Returns: SQLite's result code.
  func bind(to statement: OpaquePointer, at index: CInt) -> CInt {
    switch self {
    case .integer(let value): return sqlite3_bind_int64(statement, index, value)
    case .null: return sqlite3_bind_null(statement, index)
    case .text(var value):
      return value.withUTF8 { text in
        text.withMemoryRebound(to: CChar.self) { text in
          sqlite3_bind_text(statement, index, text.baseAddress, CInt(text.count), Self.copied)
        }
      }
    case .bytes(let value):
      return value.withUnsafeBytes { Self.bind($0, to: statement, at: index) }
    case .number(let value):
      return withUnsafeBytes(of: value.bigEndian) { Self.bind($0, to: statement, at: index) }
    case .digest(let value):
      return withUnsafeBytes(of: (value.high.bigEndian, value.low.bigEndian)) {
        Self.bind($0, to: statement, at: index)
      }
    }
  }

  private static func bind(
    _ bytes: UnsafeRawBufferPointer, to statement: OpaquePointer, at index: CInt
  ) -> CInt {
    // Without an address, SQLite would store an empty blob as NULL.
    guard let address = bytes.baseAddress, !bytes.isEmpty else {
      return sqlite3_bind_zeroblob(statement, index, 0)
    }
    return sqlite3_bind_blob(statement, index, address, CInt(bytes.count), copied)
  }

  /// SQLite's `SQLITE_TRANSIENT`, which is a macro that Swift can't import. SQLite copies the bytes before it returns.
  private static var copied: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}

extension UInt64 {
  /// An SQLite integer that preserves the order of unsigned numbers.
  var sqlOrdered: Int64 { Int64(bitPattern: self ^ (1 << 63)) }
}
