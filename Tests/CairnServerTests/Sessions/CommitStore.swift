import CairnSessions

/// A session store for tests that only loads and commits.
protocol CommitStore: SessionStore {}

extension CommitStore {
  func scenes(of session: StoredSession.ID) async throws(SessionStoreError) -> [SceneSummary] { [] }

  func removeSession(_ session: StoredSession.ID) async throws(SessionStoreError) {}

  func removeSessions(
    idleSince time: SessionTime
  ) async throws(SessionStoreError) -> [StoredSession.ID] { [] }

  func removeSessions(
    of owner: StoredSession.Owner, except session: StoredSession.ID?
  ) async throws(SessionStoreError) -> [StoredSession.ID] { [] }

  var isShared: Bool { false }

  func close() async {}
}
