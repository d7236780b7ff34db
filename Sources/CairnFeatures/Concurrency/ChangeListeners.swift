import Foundation
import Synchronization

/// The listeners to the changes of shared data, such as a database.
///
/// Create one value for all users of the data. Call ``notify()`` after each change, and observe ``changes()`` in the
/// effects of features:
///
/// ```swift
/// case .task:
///   return .run { send in
///     for await _ in listeners.changes().ignoredForResponse() { await send(.itemsChanged) }
///   }
/// ```
///
/// It only reaches listeners in the same process.
public final class ChangeListeners: Sendable {
  private let continuations = Mutex<[UUID: AsyncStream<Void>.Continuation]>([:])

  /// Creates an object without listeners.
  public init() {}

  /// Returns a stream with an element for each change from now on, until its consumer stops.
  ///
  /// If several changes occur before the consumer is ready, the stream delivers one element for them.
  public func changes() -> AsyncStream<Void> {
    let id = UUID()
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    continuations.withLock { $0[id] = continuation }
    continuation.onTermination = { [weak self] _ in
      self?.continuations.withLock { _ = $0.removeValue(forKey: id) }
    }
    return stream
  }

  /// Notifies all listeners of a change.
  public func notify() {
    for continuation in continuations.withLock({ Array($0.values) }) { continuation.yield() }
  }

  /// The number of listeners.
  package var count: Int { continuations.withLock(\.count) }
}
