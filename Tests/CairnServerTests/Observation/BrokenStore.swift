import CairnSessions
import Synchronization

/// A session store in memory that fails on demand.
final class BrokenStore: SessionStore {
  private let store = MemorySessionStore()
  private let failing = Mutex<(loads: Bool, commits: Bool)>((false, false))
  let isShared: Bool

  static let failure = SessionStoreError(
    .full, reason: "The disk is full.", recoverySuggestion: "Free some space.")

  /// - Parameter isShared: Whether several servers use the store.
  init(isShared: Bool = false) { self.isShared = isShared }

  func fail(loads: Bool = false, commits: Bool = false) {
    failing.withLock { $0 = (loads, commits) }
  }

  func load(
    _ query: SessionQuery,
    completion: @escaping @Sendable (Result<SessionLoadResult, SessionStoreError>) -> Void
  ) {
    if failing.withLock(\.loads) { return completion(.failure(Self.failure)) }
    store.load(query, completion: completion)
  }

  func commit(
    _ transaction: SessionTransaction,
    completion: @escaping @Sendable (Result<CommitResult, SessionStoreError>) -> Void
  ) {
    if failing.withLock(\.commits) { return completion(.failure(Self.failure)) }
    store.commit(transaction, completion: completion)
  }

  func scenes(of session: StoredSession.ID) async throws(SessionStoreError) -> [SceneSummary] {
    try await store.scenes(of: session)
  }

  func removeSession(_ session: StoredSession.ID) async throws(SessionStoreError) {
    if failing.withLock(\.commits) { throw Self.failure }
    try await store.removeSession(session)
  }

  func removeSessions(
    idleSince time: SessionTime
  ) async throws(SessionStoreError) -> [StoredSession.ID] {
    try await store.removeSessions(idleSince: time)
  }

  func removeSessions(
    of owner: StoredSession.Owner, except session: StoredSession.ID?
  ) async throws(SessionStoreError) -> [StoredSession.ID] {
    try await store.removeSessions(of: owner, except: session)
  }

  func close() async { await store.close() }
}
