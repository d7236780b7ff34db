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
        .other, reason: "Could not \(operation) in \(path): \(type(of: error)).",
        advice: "Report this as a mistake of the session store.")
    }
  }

  init(code: ResultCode, operation: String, path: String) {
    let what = "Could not \(operation) in \(path)"
    let suffix = "(SQLite \(code.rawValue))"
    switch code.primaryResultCode {
    case .SQLITE_FULL:
      self.init(.full, code, "\(what): there is no room for more", .room)
    case .SQLITE_IOERR where code == .SQLITE_IOERR_SHMSIZE:
      self.init(.full, code, "\(what): there is no room for its -shm file", .room)
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(
        .busy, code, "\(what): somebody else keeps it locked",
        "Find who has it open (`fuser \(path)`), or wait longer.")
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      self.init(.corrupt, code, "\(what): the file is damaged", .salvage(path))
    case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
      self.init(
        .inaccessible, code, "\(what): it can not be opened for writing",
        "Make sure that its directory is there and that the server's user may write in it.")
    case .SQLITE_IOERR:
      self.init(
        .inaccessible, code, "\(what): the disk failed",
        "Look at the disk and at the kernel's log.")
    case .SQLITE_TOOBIG:
      self.init(
        .invalid, code, "\(what): a snapshot is too large", "Keep less in the state of a scene.")
    default:
      self.init(
        .other, reason: "\(what) \(suffix).",
        advice: "Look the number up in SQLite's list of result codes.")
    }
  }

  private init(_ kind: Kind, _ code: ResultCode, _ reason: String, _ advice: String) {
    self.init(kind, reason: "\(reason) (SQLite \(code.rawValue)).", advice: advice)
  }

  /// Returns the error for damage that SQLite itself didn't detect.
  static func corrupt(_ path: String, _ finding: String) -> SessionStoreError {
    SessionStoreError(
      .corrupt, reason: "The session store \(path) is damaged: \(finding).",
      advice: .salvage(path))
  }
}

extension String {
  fileprivate static let room =
    "Make room on the disk, or raise the store's maximum size; nothing that was stored is lost."

  fileprivate static func salvage(_ path: String) -> String {
    """
    The file was kept. Move it away with its -wal and -shm files and start again without them, or \
    rescue what is readable with `sqlite3 \(path) .recover`.
    """
  }
}
