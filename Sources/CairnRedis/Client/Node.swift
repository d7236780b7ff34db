import CairnSessions
import DequeModule

/// A server with its connections, and the operations that wait for one of them.
final class Node {
  let address: RedisAddress
  var connections: [Connection] = []
  var waiting: Deque<Operation> = []
  /// When to connect next, if there are too few connections.
  var nextAttempt: ContinuousClock.Instant
  /// Why the last attempt failed, or `nil` if it succeeded.
  private(set) var failure: SessionStoreError?
  /// Whether its settings were checked.
  var isInspected = false
  private var failures = 0

  init(_ address: RedisAddress, now: ContinuousClock.Instant) {
    self.address = address
    nextAttempt = now
  }

  /// The ready connection with the lowest number of operations, or `nil` if all are busy connecting.
  var ready: Connection? {
    connections.lazy.filter(\.isReady).min { $0.load < $1.load }
  }

  func succeeded() {
    failure = nil
    failures = 0
  }

  /// Waits longer after each failed attempt, up to a second. A random part keeps servers from connecting all at once.
  func failed(_ error: SessionStoreError, now: ContinuousClock.Instant) {
    failure = error
    failures += 1
    let most = min(1000, 20 << min(failures, 6))
    nextAttempt = now + .milliseconds(Int.random(in: most / 2...most))
  }
}
