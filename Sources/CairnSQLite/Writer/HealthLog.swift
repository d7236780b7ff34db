import CairnSessions
import Logging
import Synchronization

/// Logs when a store begins to fail and when it works again, not each failure in between.
final class HealthLog: Sendable {
  private let logger: Logger
  private let path: String
  private let failure = Mutex<SessionStoreError.Kind?>(nil)

  init(logger: Logger, path: String) {
    self.logger = logger
    self.path = path
  }

  func failed(_ error: SessionStoreError) {
    let isNews = failure.withLock { failure in
      defer { failure = error.kind }
      return failure != error.kind
    }
    if isNews { logger.error("\(error)", metadata: ["path": "\(path)"]) }
  }

  func succeeded() {
    let isNews = failure.withLock { failure in
      defer { failure = nil }
      return failure != nil
    }
    if isNews { logger.notice("sessions are stored again", metadata: ["path": "\(path)"]) }
  }
}
