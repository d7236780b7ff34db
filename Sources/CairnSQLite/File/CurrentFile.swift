import CairnSessions
import Logging
import Synchronization

/// The file that a store has open at the moment: one that is deleted or replaced is opened anew.
///
/// Readers enter it on any thread. All else is done by the writer, on its queue.
final class CurrentFile: Sendable {
  let path: String
  private let configuration: SQLiteSessionStore.Configuration
  private let logger: Logger
  /// Nil where none is open, because the last one is gone or because the store is closed.
  private let file: Mutex<SessionFile?>

  init(
    path: String, configuration: SQLiteSessionStore.Configuration, logger: Logger
  ) throws(SessionStoreError) {
    self.path = path
    self.configuration = configuration
    self.logger = logger
    file = Mutex(try SessionFile(path: path, configuration: configuration))
  }

  /// The file for a reader, who has to leave its gate; nil where the reader has to ask the writer.
  func enter() -> SessionFile? {
    guard let file = file.withLock(\.self), file.gate.enter() else { return nil }
    return file
  }

  /// The file, opened where none is open. To be called by the writer.
  func opened() throws(SessionStoreError) -> SessionFile {
    if let file = file.withLock(\.self) { return file }
    let file = try SessionFile(path: path, configuration: configuration)
    self.file.withLock { $0 = file }
    let message: Logger.Message =
      file.isNew
      ? "a new file was made for the sessions; it is empty"
      : "the file of the sessions is open again"
    logger.notice(message, metadata: ["path": "\(path)"])
    return file
  }

  /// Looks whether a file that was just written to is still the one that its path names. Where it is
  /// not, it is closed, and the log says so. To be called by the writer.
  ///
  /// - Returns: Whether what was written is in a file that has a name.
  func isInPlace(_ file: SessionFile) -> Bool {
    guard let change = file.files.change else { return true }
    self.file.withLock { $0 = nil }
    if change != .torn { file.files.removeLeftovers() }
    // All of it is in the main file then: of use to whoever has only moved that.
    file.close()
    logger.error("\(change.error(path))", metadata: ["path": "\(path)"])
    return change == .torn
  }

  /// To be called by the writer, when nothing comes any more.
  func close() {
    let last = file.withLock { file in
      defer { file = nil }
      return file
    }
    last?.close()
  }
}

extension DatabaseFiles.Change {
  /// What is so, for the log.
  fileprivate func error(_ path: String) -> SessionStoreError {
    let reason =
      switch self {
      case .deleted:
        """
        \(path) was deleted or moved away while the sessions were in use: what was stored is not \
        known any more.
        """
      case .replaced:
        """
        \(path) was replaced by another file while the sessions were in use: what that one has is \
        what is stored now.
        """
      case .torn:
        "The -wal or -shm file of \(path) was deleted or replaced while the sessions were in use."
      }
    return SessionStoreError(
      .inaccessible, reason: reason,
      advice: "Stop the server before you delete, move or restore its files.")
  }
}
