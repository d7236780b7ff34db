import CairnSessions
import Logging
import Synchronization

/// A log of when Redis starts to fail and when it works again, without each failure in between.
///
/// A failure of the same kind isn't logged again within ten seconds.
final class HealthLog: Sendable {
  private let logger: Logger
  private let health = Mutex(Health())

  init(logger: Logger) {
    self.logger = logger
  }

  func failed(_ error: SessionStoreError, at address: RedisAddress) {
    let isNews = health.withLock { $0.failed(error.kind, at: address, now: .now) }
    if isNews { logger.error("\(error)") }
  }

  func succeeded(at address: RedisAddress) {
    let isNews = health.withLock { $0.succeeded(at: address) }
    if isNews { logger.notice("The session store in Redis works again") }
  }

  /// Ignores the failures of a node that was connected again or isn't used any longer.
  func forget(_ address: RedisAddress) {
    health.withLock { $0.forget(address) }
  }
}

/// The failures of nodes. The store works again when no node fails.
struct Health {
  /// The last logged failure and its time.
  private var failure: (kind: SessionStoreError.Kind, time: ContinuousClock.Instant)?
  /// Whether the last logged event is that failure.
  private var isFailing = false
  /// The nodes whose last operation failed.
  private var nodes: Set<RedisAddress> = []

  /// Records a failure of a node.
  ///
  /// - Returns: Whether to log the failure.
  mutating func failed(
    _ kind: SessionStoreError.Kind, at address: RedisAddress, now: ContinuousClock.Instant
  ) -> Bool {
    nodes.insert(address)
    if let failure, failure.kind == kind, now - failure.time < .seconds(10) { return false }
    failure = (kind, now)
    isFailing = true
    return true
  }

  /// Records a success of a node.
  ///
  /// - Returns: Whether to log that the store works again.
  mutating func succeeded(at address: RedisAddress) -> Bool {
    forget(address)
    guard isFailing, nodes.isEmpty else { return false }
    isFailing = false
    return true
  }

  mutating func forget(_ address: RedisAddress) {
    // This runs for each operation, and hashing an address isn't free.
    if !nodes.isEmpty { nodes.remove(address) }
  }
}
