import Dispatch
import Synchronization

/// Counts the requests in flight, so that a server that stops can wait for them.
final class Idle: Sendable {
  private let count = Atomic(0)
  private let stopping = Atomic(false)
  private let signal = DispatchSemaphore(value: 0)

  var isStopping: Bool { stopping.load(ordering: .relaxed) }

  func begin() {
    count.add(1, ordering: .relaxed)
  }

  func end() {
    // Sequentially consistent, as is `wait`: either this sees it stopping, or it sees the count.
    let left = count.subtract(1, ordering: .sequentiallyConsistent).newValue
    if left == 0, stopping.load(ordering: .sequentiallyConsistent) { signal.signal() }
  }

  /// From here on responses close their connections.
  func stop() {
    stopping.store(true, ordering: .sequentiallyConsistent)
  }

  /// Blocks until no request is in flight; false where the deadline comes first.
  func wait(until deadline: DispatchTime) -> Bool {
    while count.load(ordering: .sequentiallyConsistent) > 0 {
      guard signal.wait(timeout: deadline) == .success else {
        return count.load(ordering: .sequentiallyConsistent) == 0
      }
    }
    return true
  }
}
