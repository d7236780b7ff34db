import CairnSessions
import Synchronization

/// A session store in memory that makes its transactions available to tests.
final class ShowingStore: SessionStore {
  private let base = MemorySessionStore()
  private let evicted: @Sendable (SessionTransaction) -> [StoredScene.Mark]
  private let (transactions, sender) = AsyncStream<SessionTransaction>.makeStream()
  private let seen = Mutex<[SessionTransaction]>([])

  /// - Parameter evicted: Returns the scenes that the store reports as evicted for a transaction.
  init(evicted: @escaping @Sendable (SessionTransaction) -> [StoredScene.Mark] = { _ in [] }) {
    self.evicted = evicted
  }

  /// All committed transactions.
  var all: [SessionTransaction] { seen.withLock { $0 } }

  /// Waits for a transaction that fits, starting with the first one after the last call.
  func next(_ fits: (SessionTransaction) -> Bool) async -> SessionTransaction? {
    for await transaction in transactions where fits(transaction) { return transaction }
    return nil
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
    base.commit(transaction) { [self] result in
      let evicted = evicted(transaction)
      completion(evicted.isEmpty ? result : .success(.committed(EvictionReport(scenes: evicted))))
      seen.withLock { $0.append(transaction) }
      sender.yield(transaction)
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

extension SessionTransaction {
  /// The session values that the transaction writes, as text, or `nil` if it writes no values.
  var writtenValues: String? {
    (values?.write?.payload).map { String(decoding: $0, as: UTF8.self) }
  }
}
