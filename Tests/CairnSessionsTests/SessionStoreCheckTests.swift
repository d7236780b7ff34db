import CairnSessions
import CairnSessionsTesting
import Synchronization
import Testing

struct SessionStoreCheckTests {
  /// Acknowledges every transaction without storing it.
  struct ForgetfulStore: SessionStore {
    func load(
      _ query: SessionQuery,
      completion: @escaping @Sendable (Result<SessionLoadResult, SessionStoreError>) -> Void
    ) {
      completion(.success(SessionLoadResult()))
    }

    func commit(
      _ transaction: SessionTransaction,
      completion: @escaping @Sendable (Result<CommitResult, SessionStoreError>) -> Void
    ) {
      completion(.success(.committed(EvictionReport())))
    }

    func scenes(of session: StoredSession.ID) async throws(SessionStoreError) -> [SceneSummary] {
      []
    }

    func removeSession(_ session: StoredSession.ID) async throws(SessionStoreError) {}

    func removeSessions(
      idleSince time: SessionTime
    ) async throws(SessionStoreError) -> [StoredSession.ID] { [] }

    func removeSessions(
      of owner: StoredSession.Owner, except session: StoredSession.ID?
    ) async throws(SessionStoreError) -> [StoredSession.ID] { [] }

    func close() async {}
  }

  @Test func `Each requirement has a unique description`() {
    let promises = SessionStoreCheck.all.map(\.promise)
    #expect(Set(promises).count == promises.count)
  }

  @Test func `A broken requirement is reported at the test`() async throws {
    let check = try #require(SessionStoreCheck.all.first { $0.promise.hasPrefix("A committed") })
    try await withKnownIssue {
      try await check.run { ForgetfulStore() }
    } matching: { issue in
      issue.sourceLocation?.fileID == #fileID
        && "\(issue)".contains("breaks its promise: A committed scene is loaded as written")
    }
  }

  @Test func `A store that forgets breaks nearly every requirement`() async throws {
    var kept: [String] = []
    for check in SessionStoreCheck.all {
      let findings = Mutex(0)
      try await check.run(on: ForgetfulStore()) { _ in findings.withLock { $0 += 1 } }
      if findings.withLock(\.self) == 0 { kept.append(check.promise) }
    }
    #expect(
      kept == [
        "An empty store returns empty results without an error",
        "The version counts changes, if the store counts them",
        "A store that counts its bytes counts scenes, values, and submissions",
        "An expired session makes room",
        "Transactions that were passed in before the store was closed are committed",
        "A store that announces changes announces each of them, and the end",
      ])
  }
}
