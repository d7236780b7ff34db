import CairnSessions
import Synchronization

/// A wrapper around another store that records the last writes of scenes.
final class SeenStore: SessionStore {
  private let base: any SessionStore
  private let writes = Mutex<[String: (session: StoredSession.ID, last: SceneWrite)]>([:])

  init(_ base: any SessionStore) { self.base = base }

  /// The payload of a scene.
  func payload(of sceneID: String) -> [UInt8]? { writes.withLock { $0[sceneID]?.last.payload } }

  /// Replaces the data of a scene, as another version of the program might have stored it.
  func replace(_ sceneID: String, by change: ([UInt8]) throws -> [UInt8]) async throws {
    guard let (session, last) = writes.withLock({ $0[sceneID] }) else {
      throw NotReplaced(sceneID: sceneID)
    }
    var transaction = SessionTransaction(session: session, time: .now)
    transaction.writes = [
      SceneWrite(
        mark: last.mark, replacing: last.revision, revision: last.revision + 1,
        payload: try change(last.payload))
    ]
    guard try await commit(transaction).evictions == EvictionReport() else {
      throw NotReplaced(sceneID: sceneID)
    }
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
    base.commit(transaction) { [self] verdict in
      if case .success(.committed) = verdict {
        let session = transaction.renaming ?? transaction.session
        writes.withLock { writes in
          for write in transaction.writes { writes[write.mark.text] = (session, write) }
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

  var isShared: Bool { base.isShared }

  func close() async { await base.close() }
}

/// The scene was never written, or was written in the meantime.
private struct NotReplaced: Error {
  let sceneID: String
}
