import Foundation
import Synchronization

/// Those who want to hear that something has changed.
final class ChangeListeners: Sendable {
  private let continuations = Mutex<[UUID: AsyncStream<Void>.Continuation]>([:])

  /// An element for each change from now on, until nobody listens any more.
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

  func tell() {
    for continuation in continuations.withLock({ Array($0.values) }) { continuation.yield() }
  }
}
