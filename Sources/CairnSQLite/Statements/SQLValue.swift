import CairnSessions
import GRDBSQLite

/// A value for a statement, in the form that SQLite takes without a detour.
enum SQLValue {
  case integer(Int64)
  case text(String)
  case bytes([UInt8])
  /// 16 bytes, the highest first.
  case number(UInt128)
  case digest(StoredSubmission.Digest)
  case null

  static func session(_ id: StoredSession.ID) -> SQLValue { .number(id.bits) }
  static func owner(_ owner: StoredSession.Owner) -> SQLValue { .bytes(owner.bytes) }
  static func mark(_ mark: StoredScene.Mark) -> SQLValue { .text(mark.text) }
  static func time(_ time: SessionTime) -> SQLValue { .integer(time.microsecondsSince1970) }
  /// The same 64 bits as SQLite's integer; equal revisions stay equal.
  static func revision(_ revision: UInt64) -> SQLValue { .integer(Int64(bitPattern: revision)) }

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
    // Without an address SQLite would take no bytes for NULL.
    guard let address = bytes.baseAddress, !bytes.isEmpty else {
      return sqlite3_bind_zeroblob(statement, index, 0)
    }
    return sqlite3_bind_blob(statement, index, address, CInt(bytes.count), copied)
  }

  /// SQLite's `SQLITE_TRANSIENT`, a macro that Swift does not see: it copies before it returns.
  private static var copied: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}

extension UInt64 {
  /// SQLite's integer in the same order.
  var sqlOrdered: Int64 { Int64(bitPattern: self ^ (1 << 63)) }
}
