import CairnSessions
import GRDB

extension SessionStoreError {
  /// Creates the error for a failure of SQLite in the store at `path`. It contains neither SQL nor bound values.
  init(_ error: any Error, operation: String, path: String) {
    switch error {
    case let error as SessionStoreError: self = error
    case let error as DatabaseError:
      self.init(code: error.extendedResultCode, operation: operation, path: path)
    default:
      self.init(
        .other, reason: "Couldn't \(operation) in \(path): \(type(of: error)).",
        recoverySuggestion: "Report this as a bug in the session store.")
    }
  }

  init(code: ResultCode, operation: String, path: String) {
    let what = "Couldn't \(operation) in \(path)"
    let suffix = "(SQLite \(code.rawValue))"
    switch code.primaryResultCode {
    case .SQLITE_FULL:
      self.init(.full, code, "\(what): there is no space left", .room)
    case .SQLITE_IOERR where code == .SQLITE_IOERR_SHMSIZE:
      self.init(.full, code, "\(what): there is no space for its -shm file", .room)
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(
        .busy, code, "\(what): another process keeps it locked",
        "Find the process that has it open (`fuser \(path)`), or wait longer.")
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      self.init(.corrupt, code, "\(what): the file is damaged", .salvage(path))
    case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
      self.init(
        .inaccessible, code, "\(what): it can't be opened for writing",
        "Make sure that its directory exists and that the server's user can write to it.")
    case .SQLITE_IOERR:
      self.init(
        .inaccessible, code, "\(what): the disk failed",
        "Check the disk and the kernel's log.")
    case .SQLITE_TOOBIG:
      self.init(
        .invalid, code, "\(what): a snapshot is too large", "Keep less in the state of a scene.")
    default:
      self.init(
        .other, reason: "\(what) \(suffix).",
        recoverySuggestion: "Look up the number in SQLite's list of result codes.")
    }
  }

  private init(_ kind: Kind, _ code: ResultCode, _ reason: String, _ recoverySuggestion: String) {
    self.init(
      kind, reason: "\(reason) (SQLite \(code.rawValue)).", recoverySuggestion: recoverySuggestion)
  }

  /// Returns the error for damage that SQLite itself didn't detect.
  static func corrupt(_ path: String, _ finding: String) -> SessionStoreError {
    SessionStoreError(
      .corrupt, reason: "The session store \(path) is damaged: \(finding).",
      recoverySuggestion: .salvage(path))
  }
}

extension String {
  fileprivate static let room =
    "Free space on the disk, or raise the store's maximum size. The stored data isn't lost."

  fileprivate static func salvage(_ path: String) -> String {
    """
    The file was kept. Move it and its -wal and -shm files elsewhere and start again without them, or \
    recover the readable data with `sqlite3 \(path) .recover`.
    """
  }
}
