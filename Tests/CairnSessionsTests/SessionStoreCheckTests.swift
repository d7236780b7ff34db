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
    let check = try #require(SessionStoreCheck.all.first { $0.promise.hasPrefix("a committed") })
    try await withKnownIssue {
      try await check.run { ForgetfulStore() }
    } matching: { issue in
      issue.sourceLocation?.fileID == #fileID
        && "\(issue)".contains("breaks its promise: a committed scene is loaded as it was written")
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
        "an empty store knows nothing, and says so without a failure",
        "what was handed in before the store was closed is done",
      ])
  }
}
