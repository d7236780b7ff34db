import CairnSessions
import Logging
import Synchronization

/// The file that a store has open. If it's deleted or replaced, the file at the path is opened again.
///
/// Readers enter it on any thread. All other methods are called by the writer, on its queue.
final class CurrentFile: Sendable {
  let path: String
  private let configuration: SQLiteSessionStore.Configuration
  private let logger: Logger
  /// The open file, or `nil` if the last one is gone or the store is closed.
  private let file: Mutex<SessionFile?>

  init(
    path: String, configuration: SQLiteSessionStore.Configuration, logger: Logger
  ) throws(SessionStoreError) {
    self.path = path
    self.configuration = configuration
    self.logger = logger
    file = Mutex(try SessionFile(path: path, configuration: configuration))
  }

  /// Returns the file for a reader, which must leave its gate. Returns `nil` if the reader must ask the writer.
  func enter() -> SessionFile? {
    guard let file = file.withLock(\.self), file.gate.enter() else { return nil }
    return file
  }

  /// Returns the file, and opens it if necessary. Call this only from the writer.
  func opened() throws(SessionStoreError) -> SessionFile {
    if let file = file.withLock(\.self) { return file }
    let file = try SessionFile(path: path, configuration: configuration)
    self.file.withLock { $0 = file }
    let message: Logger.Message =
      file.isNew
      ? "Created a new, empty file for the sessions"
      : "Reopened the file of the sessions"
    logger.notice(message, metadata: ["path": "\(path)"])
    return file
  }

  /// Checks whether a file that was just written to is still at its path. If it isn't, the file is closed and an error
  /// is logged. Call this only from the writer.
  ///
  /// - Returns: Whether the written data is in a file that still has a name.
  func isInPlace(_ file: SessionFile) -> Bool {
    guard let change = file.files.change else { return true }
    self.file.withLock { $0 = nil }
    if change != .torn { file.files.removeLeftovers() }
    // Closing moves all data into the main file, which helps if only that file was moved.
    file.close()
    logger.error("\(change.error(path))", metadata: ["path": "\(path)"])
    return change == .torn
  }

  /// Closes the file. The writer calls this when no more work can arrive.
  func close() {
    let last = file.withLock { file in
      defer { file = nil }
      return file
    }
    last?.close()
  }
}

extension DatabaseFiles.Change {
  /// Returns the error to log for the change.
  fileprivate func error(_ path: String) -> SessionStoreError {
    let reason =
      switch self {
      case .deleted:
        """
        \(path) was deleted or moved while the server was using it. The stored sessions are no \
        longer available.
        """
      case .replaced:
        """
        \(path) was replaced by another file while the server was using it. The sessions in \
        the new file are used now.
        """
      case .torn:
        "The -wal or -shm file of \(path) was deleted or replaced while the server was using it."
      }
    return SessionStoreError(
      .inaccessible, reason: reason,
      recoverySuggestion: "Stop the server before you delete, move, or restore its files.")
  }
}
