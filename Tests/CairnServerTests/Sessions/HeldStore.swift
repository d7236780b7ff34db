import CairnSessions
import Synchronization

/// A store that holds commits until a test decides their result.
final class HeldStore: CommitStore {
  typealias Completion = @Sendable (Result<CommitResult, SessionStoreError>) -> Void

  let base = MemorySessionStore()
  private let held = Mutex<[(transaction: SessionTransaction, completion: Completion)]>([])

  var count: Int { held.withLock(\.count) }

  /// Completes the oldest commit, successfully or with a failure.
  func release(failing: Bool = false) {
    let (transaction, completion) = held.withLock { $0.removeFirst() }
    guard !failing else {
      return completion(
        .failure(
          SessionStoreError(
            .full, reason: "The disk is full.", recoverySuggestion: "Free some space.")))
    }
    base.commit(transaction, completion: completion)
  }

  func load(
    _ query: SessionQuery,
    completion: @escaping @Sendable (Result<SessionLoadResult, SessionStoreError>) -> Void
  ) {
    base.load(query, completion: completion)
  }

  func commit(_ transaction: SessionTransaction, completion: @escaping Completion) {
    held.withLock { $0.append((transaction, completion)) }
  }
}
