import CairnSessions
import DequeModule

/// A server with its connections, and the operations that wait for one of them.
final class Node {
  let address: RedisAddress
  var connections: [Connection] = []
  var waiting: Deque<Operation> = []
  private var backoff: Backoff
  /// Why the last attempt failed, or `nil` if it succeeded.
  private(set) var failure: SessionStoreError?
  /// Whether its settings were checked.
  var isInspected = false

  init(_ address: RedisAddress, now: ContinuousClock.Instant) {
    self.address = address
    backoff = Backoff(now: now)
  }

  /// When to connect next, if there are too few connections.
  var nextAttempt: ContinuousClock.Instant { backoff.nextAttempt }

  /// The ready connection with the lowest number of operations, or `nil` if all are busy connecting.
  var ready: Connection? {
    connections.lazy.filter(\.isReady).min { $0.load < $1.load }
  }

  func succeeded() {
    failure = nil
    backoff.succeeded()
  }

  func failed(_ error: SessionStoreError, now: ContinuousClock.Instant) {
    failure = error
    backoff.failed(now: now)
  }
}
