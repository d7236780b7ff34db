import CairnSessions
import Synchronization

/// A session store that blocks the loads of submissions until a test releases them.
final class HeldLoads: CommitStore {
  private let base: any SessionStore
  private let held = Mutex<[@Sendable () -> Void]?>([])
  private let (arrivals, continuation) = AsyncStream<Void>.makeStream()

  init(_ base: any SessionStore) { self.base = base }

  /// Returns when a load is blocked.
  func isReached() async {
    for await _ in arrivals { break }
  }

  func release() {
    let loads = held.withLock { held in
      defer { held = nil }
      return held ?? []
    }
    for load in loads { load() }
  }

  func load(
    _ query: SessionQuery,
    completion: @escaping @Sendable (Result<SessionLoadResult, SessionStoreError>) -> Void
  ) {
    let load = { @Sendable [base] in base.load(query, completion: completion) }
    let isHeld = held.withLock { held in
      guard query.submission != nil, held != nil else { return false }
      held?.append(load)
      return true
    }
    if isHeld { continuation.yield() } else { load() }
  }

  func commit(
    _ transaction: SessionTransaction,
    completion: @escaping @Sendable (Result<CommitResult, SessionStoreError>) -> Void
  ) {
    base.commit(transaction, completion: completion)
  }
}
