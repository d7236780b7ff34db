import CairnSessions

/// A store with several shards whose limits apply to each shard.
///
/// The checks of `CairnSessionsTesting` that need exact limits use sessions of one shard. With this, the shard has the
/// limits of the check instead of a part of them.
struct StoreOfOneShard: SessionStore {
  private let store: any SessionStore
  private let shards: Int

  init(_ store: any SessionStore, of shards: Int) {
    self.store = store
    self.shards = shards
  }

  func commit(
    _ transaction: SessionTransaction,
    completion: @escaping @Sendable (Result<CommitResult, SessionStoreError>) -> Void
  ) {
    var transaction = transaction
    let limits = transaction.limits
    transaction.limits.bytesPerSession = min(limits.bytesPerSession, limits.bytes)
    transaction.limits.sessions *= shards
    transaction.limits.bytes *= shards
    store.commit(transaction, completion: completion)
  }

  func load(
    _ query: SessionQuery,
    completion: @escaping @Sendable (Result<SessionLoadResult, SessionStoreError>) -> Void
  ) {
    store.load(query, completion: completion)
  }

  func scenes(of session: StoredSession.ID) async throws(SessionStoreError) -> [SceneSummary] {
    try await store.scenes(of: session)
  }

  func removeSession(_ session: StoredSession.ID) async throws(SessionStoreError) {
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

  func limitLastUses(to time: SessionTime) async throws(SessionStoreError) {
    try await store.limitLastUses(to: time)
  }

  func storedBytes() async throws(SessionStoreError) -> Int? { try await store.storedBytes() }

  func close() async { await store.close() }
}
