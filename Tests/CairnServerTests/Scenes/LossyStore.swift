import CairnSessions
import Synchronization

@testable import CairnServer

/// A store in memory that delays commits, or loses the changes that actions make, while a test requests it.
final class LossyStore: CommitStore {
  private struct State {
    var isHolding = false
    var held: [@Sendable () -> Void] = []
    var waiter: CheckedContinuation<Void, Never>?
    var isLosing = false
    /// The number of actions of the scene in the last stored snapshot.
    var actions: UInt64 = 0
  }

  private let base = MemorySessionStore()
  private let state = Mutex(State())

  /// Delays commits until ``release()``.
  func hold() {
    state.withLock { $0.isHolding = true }
  }

  /// Returns when a commit is waiting.
  func holdsOne() async {
    await withCheckedContinuation { continuation in
      let isWaiting = state.withLock { state in
        if state.held.isEmpty { state.waiter = continuation }
        return state.held.isEmpty
      }
      if !isWaiting { continuation.resume() }
    }
  }

  func release() {
    let held = state.withLock { state in
      state.isHolding = false
      defer { state.held = [] }
      return state.held
    }
    for commit in held { commit() }
  }

  /// Loses all writes of scenes that have processed actions since the last stored one, as if the process ended first.
  func loseActions() {
    state.withLock { $0.isLosing = true }
  }

  func load(
    _ query: SessionQuery,
    completion: @escaping @Sendable (Result<SessionLoadResult, SessionStoreError>) -> Void
  ) {
    base.load(query, completion: completion)
  }

  func commit(
    _ transaction: SessionTransaction,
    completion: @escaping @Sendable (Result<CommitResult, SessionStoreError>) -> Void
  ) {
    let actions = transaction.writes.first.flatMap { SceneSnapshot(encoded: $0.payload)?.revision }
    let isLost = state.withLock { state in
      if let actions, state.isLosing, actions != state.actions { return true }
      state.actions = actions ?? state.actions
      return false
    }
    guard !isLost else { return }
    let commit: @Sendable () -> Void = { [base] in
      base.commit(transaction, completion: completion)
    }
    let (isHeld, waiter) = state.withLock { state in
      guard state.isHolding else { return (false, CheckedContinuation<Void, Never>?.none) }
      state.held.append(commit)
      defer { state.waiter = nil }
      return (true, state.waiter)
    }
    waiter?.resume()
    if !isHeld { commit() }
  }
}
