import CairnSessions
import Synchronization

/// Another store, and what scenes were written to it last.
final class SeenStore: SessionStore {
  private let base: any SessionStore
  private let payloads = Mutex<[String: [UInt8]]>([:])

  init(_ base: any SessionStore) { self.base = base }

  /// The payload of a scene.
  func payload(of mark: String) -> [UInt8]? { payloads.withLock { $0[mark] } }

  func load(
    _ query: SessionQuery,
    completion: @escaping @Sendable (Result<SessionFindings, SessionStoreError>) -> Void
  ) {
    base.load(query, completion: completion)
  }

  func commit(
    _ transaction: SessionTransaction,
    completion: @escaping @Sendable (Result<CommitVerdict, SessionStoreError>) -> Void
  ) {
    base.commit(transaction) { [self] verdict in
      if case .success(.committed) = verdict {
        payloads.withLock { payloads in
          for write in transaction.writes { payloads[write.mark.text] = write.payload }
        }
      }
      completion(verdict)
    }
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

  func close() async { await base.close() }
}
