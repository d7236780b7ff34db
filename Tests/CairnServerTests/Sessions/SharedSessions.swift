import CairnSessions
import Synchronization

/// Stores sessions in memory for several servers, and delays a commit or rejects loads while a test requests it.
final class SharedSessions: SessionStore {
  private struct State {
    var holdsNext = false
    var held: (@Sendable () -> Void)?
    var waiter: CheckedContinuation<Void, Never>?
    var rejectsLoads = false
    var loads = 0
  }

  private let base = MemorySessionStore()
  private let state = Mutex(State())

  /// The number of times that a server has read the store.
  var loads: Int { state.withLock(\.loads) }

  /// Makes loads fail or succeed.
  func rejectLoads(_ rejectsLoads: Bool) {
    state.withLock { $0.rejectsLoads = rejectsLoads }
  }

  /// Delays the next commit until ``release()``.
  func holdNext() {
    state.withLock { $0.holdsNext = true }
  }

  /// Returns when a commit is waiting.
  func holdsOne() async {
    await withCheckedContinuation { continuation in
      let isWaiting = state.withLock { state in
        if state.held == nil { state.waiter = continuation }
        return state.held != nil
      }
      if isWaiting { continuation.resume() }
    }
  }

  func release() {
    let commit = state.withLock { state in
      defer { state.held = nil }
      return state.held
    }
    commit?()
  }

  func load(
    _ query: SessionQuery,
    completion: @escaping @Sendable (Result<SessionLoadResult, SessionStoreError>) -> Void
  ) {
    let isRejected = state.withLock { state in
      state.loads += 1
      return state.rejectsLoads
    }
    guard !isRejected else { return completion(.failure(Self.error)) }
    base.load(query, completion: completion)
  }

  func commit(
    _ transaction: SessionTransaction,
    completion: @escaping @Sendable (Result<CommitResult, SessionStoreError>) -> Void
  ) {
    let commit = { @Sendable [base] in base.commit(transaction, completion: completion) }
    let (isHeld, waiter) = state.withLock { state in
      guard state.holdsNext else { return (false, nil as CheckedContinuation<Void, Never>?) }
      state.holdsNext = false
      state.held = commit
      defer { state.waiter = nil }
      return (true, state.waiter)
    }
    waiter?.resume()
    if !isHeld { commit() }
  }

  func scenes(of session: StoredSession.ID) async throws(SessionStoreError) -> [SceneSummary] {
    guard !state.withLock(\.rejectsLoads) else { throw Self.error }
    return try await base.scenes(of: session)
  }

  func removeSession(_ session: StoredSession.ID) async throws(SessionStoreError) {
    try await base.removeSession(session)
  }

  func removeSessions(
    idleSince time: SessionTime
  ) async throws(SessionStoreError) -> [StoredSession.ID] {
    try await base.removeSessions(idleSince: time)
  }

  func removeSessions(
    of owner: StoredSession.Owner, except session: StoredSession.ID?
  ) async throws(SessionStoreError) -> [StoredSession.ID] {
    try await base.removeSessions(of: owner, except: session)
  }

  func close() async { await base.close() }

  private static var error: SessionStoreError {
    SessionStoreError(
      .busy, reason: "The store doesn't respond.", recoverySuggestion: "Wait a moment.")
  }
}
