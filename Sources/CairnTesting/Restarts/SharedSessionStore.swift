import CairnSessions

/// A session store that several servers of a test share.
final class SharedSessionStore: SessionStore {
  private let base: any SessionStore

  init(_ base: any SessionStore) { self.base = base }

  /// Always `true`, also if the data is only in this process.
  var isShared: Bool { true }

  func listen(
    to session: StoredSession.ID,
    onAnnouncement: @escaping @Sendable (SessionAnnouncement) -> Void
  ) -> SessionListening? {
    base.listen(to: session, onAnnouncement: onAnnouncement)
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
    base.commit(transaction, completion: completion)
  }

  func scenes(of session: StoredSession.ID) async throws(SessionStoreError) -> [SceneSummary] {
    try await base.scenes(of: session)
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

  func limitLastUses(to time: SessionTime) async throws(SessionStoreError) {
    try await base.limitLastUses(to: time)
  }

  func storedBytes() async throws(SessionStoreError) -> Int? { try await base.storedBytes() }

  func close() async { await base.close() }
}
