import CairnSessions
import Logging
import Synchronization

/// Logs when a store begins to fail and when it works again, not each failure in between.
///
/// On a full disk small transactions may succeed beside large ones that fail, thousands in a
/// second: a failure like the last one is not told again within ten seconds.
final class HealthLog: Sendable {
  private struct State {
    /// The last failure that was logged, and when.
    var failure: (kind: SessionStoreError.Kind, time: ContinuousClock.Instant)?
    /// Whether that is the last that was logged.
    var isFailing = false
  }

  private let logger: Logger
  private let path: String
  private let recovery: Logger.Message
  private let state = Mutex(State())

  /// - Parameter recovery: What is logged when it works again.
  init(logger: Logger, path: String, recovery: Logger.Message) {
    self.logger = logger
    self.path = path
    self.recovery = recovery
  }

  func failed(_ error: SessionStoreError) {
    let now = ContinuousClock.now
    let isNews = state.withLock { state in
      if let last = state.failure, last.kind == error.kind, now - last.time < .seconds(10) {
        return false
      }
      state = State(failure: (error.kind, now), isFailing: true)
      return true
    }
    if isNews { logger.error("\(error)", metadata: ["path": "\(path)"]) }
  }

  func succeeded() {
    let isNews = state.withLock { state in
      defer { state.isFailing = false }
      return state.isFailing
    }
    if isNews { logger.notice(recovery, metadata: ["path": "\(path)"]) }
  }
}
