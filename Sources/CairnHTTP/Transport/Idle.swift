import Dispatch
import Synchronization

/// The number of requests in flight, which a server waits for when it stops.
final class Idle: Sendable {
  private let count = Atomic(0)
  private let stopping = Atomic(false)
  private let signal = DispatchSemaphore(value: 0)

  var isStopping: Bool { stopping.load(ordering: .relaxed) }

  /// The number of requests in flight.
  var requests: Int { count.load(ordering: .relaxed) }

  func begin() {
    count.add(1, ordering: .relaxed)
  }

  func end() {
    // This is sequentially consistent, like `wait`. Either this method sees that the server is stopping, or `wait` sees
    // the new count.
    let left = count.subtract(1, ordering: .sequentiallyConsistent).newValue
    if left == 0, stopping.load(ordering: .sequentiallyConsistent) { signal.signal() }
  }

  /// Makes all further responses close their connections.
  func stop() {
    stopping.store(true, ordering: .sequentiallyConsistent)
  }

  /// Blocks until there are no requests in flight.
  ///
  /// - Returns: Whether that happened before the deadline.
  func wait(until deadline: DispatchTime) -> Bool {
    while count.load(ordering: .sequentiallyConsistent) > 0 {
      guard signal.wait(timeout: deadline) == .success else {
        return count.load(ordering: .sequentiallyConsistent) == 0
      }
    }
    return true
  }
}
