import CairnSessions
import Logging
import Synchronization

/// A log of when Redis starts to fail and when it works again, without each failure in between.
///
/// A failure of the same kind isn't logged again within ten seconds.
final class HealthLog: Sendable {
  private struct State {
    /// The last logged failure and its time.
    var failure: (kind: SessionStoreError.Kind, time: ContinuousClock.Instant)?
    /// Whether the last logged event is that failure.
    var isFailing = false
  }

  private let logger: Logger
  private let state = Mutex(State())

  init(logger: Logger) {
    self.logger = logger
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
    if isNews { logger.error("\(error)") }
  }

  func succeeded() {
    let isNews = state.withLock { state in
      defer { state.isFailing = false }
      return state.isFailing
    }
    if isNews { logger.notice("The session store in Redis works again") }
  }
}
