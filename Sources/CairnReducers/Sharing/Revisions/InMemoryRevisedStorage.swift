package import Foundation
import Synchronization

/// A storage of named values in memory, for tests and previews.
///
/// Subscribers are called by ``announce(_:)``, so that a test determines when a process sees a change.
package final class InMemoryRevisedStorage: RevisedStorage {
  private struct Subscriber: Sendable {
    let name: String
    let receive: @Sendable (Result<RevisedData, any Error>) -> Void
  }

  private struct State: Sendable {
    var values: [String: RevisedData] = [:]
    var subscribers: [Int: Subscriber] = [:]
    var next = 0
    var failure: (any Error)?
  }

  private let state = Mutex(State())

  package init() {}

  /// The error with which all operations fail, or `nil`.
  package var failure: (any Error)? {
    get { state.withLock(\.failure) }
    set { state.withLock { $0.failure = newValue } }
  }

  package func load(_ name: String) throws -> RevisedData? {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      return state.values[name]
    }
  }

  package func save(
    _ data: Data, as name: String, replacing revision: Int64
  ) throws -> RevisedSave<RevisedData> {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      let latest = state.values[name]
      guard latest?.revision ?? 0 == revision else { return .conflict(latest) }
      state.values[name] = RevisedData(data, revision: revision + 1)
      return .saved(revision + 1)
    }
  }

  /// Removes all values, like a storage that was emptied.
  package func removeAll() { state.withLock { $0.values = [:] } }

  /// Sets a value with its revision, like a storage that was restored from a backup.
  package func restore(_ value: RevisedData, as name: String) {
    state.withLock { $0.values[name] = value }
  }

  /// Passes the latest value to its subscribers.
  package func announce(_ name: String) {
    let (value, subscribers) = state.withLock { state in
      (
        state.values[name],
        state.subscribers.sorted { $0.key < $1.key }.map(\.value).filter { $0.name == name }
      )
    }
    guard let value else { return }
    for subscriber in subscribers { subscriber.receive(.success(value)) }
  }

  package func subscribe(
    to name: String, after revision: @escaping @Sendable () -> Int64?,
    _ receive: @escaping @Sendable (Result<RevisedData, any Error>) -> Void
  ) -> SharedSubscription {
    let number = state.withLock { state in
      state.next += 1
      state.subscribers[state.next] = Subscriber(name: name, receive: receive)
      return state.next
    }
    return SharedSubscription { [weak self] in
      _ = self?.state.withLock { $0.subscribers.removeValue(forKey: number) }
    }
  }
}
