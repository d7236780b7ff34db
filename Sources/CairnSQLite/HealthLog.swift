import CairnSessions
import Logging
import Synchronization

/// A log of when a store starts to fail and when it works again, without each failure in between.
///
/// On a full disk, small transactions can succeed while large ones fail, thousands of times per second. Therefore, a
/// failure of the same kind isn't logged again within ten seconds.
final class HealthLog: Sendable {
  private struct State {
    /// The last logged failure and its time.
    var failure: (kind: SessionStoreError.Kind, time: ContinuousClock.Instant)?
    /// Whether the last logged event is that failure.
    var isFailing = false
  }

  private let logger: Logger
  private let path: String
  private let recovery: Logger.Message
  private let state = Mutex(State())

  /// Creates a log.
  ///
  /// - Parameter recovery: The message to log when the store works again.
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
