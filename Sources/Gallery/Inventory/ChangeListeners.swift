import Foundation
import Synchronization

/// The listeners that are notified of changes.
final class ChangeListeners: Sendable {
  private let continuations = Mutex<[UUID: AsyncStream<Void>.Continuation]>([:])

  /// Returns a stream with an element for each change from now on, until its consumer stops.
  ///
  /// If several changes occur before the consumer is ready, the stream delivers only the last one.
  func stream() -> AsyncStream<Void> {
    let id = UUID()
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    continuations.withLock { $0[id] = continuation }
    continuation.onTermination = { [weak self] _ in
      self?.continuations.withLock { _ = $0.removeValue(forKey: id) }
    }
    return stream
  }

  func notify() {
    for continuation in continuations.withLock({ Array($0.values) }) { continuation.yield() }
  }
}
