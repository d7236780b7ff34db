import Synchronization

/// A session store in memory, for tests and for servers that may lose their sessions when they end.
///
/// The store has a capacity in addition to the limits of each transaction, and the lower of the two applies. When it's
/// exceeded, sessions are evicted in the order that ``SessionLimits`` describes.
///
/// Completions are called on the caller's thread, before the call returns.
public final class MemorySessionStore: SessionStore, CustomStringConvertible {
  private struct State {
    var sessions = MemorySessions()
    var isClosed = false
  }

  private let capacity: Int
  private let state = Mutex(State())

  /// Creates an empty store.
  ///
  /// - Parameter capacity: The maximum number of bytes, counted as in ``SessionLimits``. The default is 64 MiB. The
  ///   process needs up to twice as much memory.
  public init(capacity: Int = 64 << 20) {
    self.capacity = max(1, capacity)
  }

  /// A text for the log.
  public var description: String { "memory" }

  public func load(
    _ query: SessionQuery,
    completion: @escaping @Sendable (Result<SessionLoadResult, SessionStoreError>) -> Void
  ) {
    completion(
      withSessions { sessions in
        guard let session = sessions[query.session] else { return SessionLoadResult() }
        return SessionLoadResult(
          lastUse: session.lastUse, owner: session.owner, isEstablished: session.isEstablished,
          version: session.version, scene: query.mark.flatMap(session.scene),
          values: session.values,
          submission: query.submission.map(session.status) ?? .new)
      })
  }

  public func commit(
    _ transaction: SessionTransaction,
    completion: @escaping @Sendable (Result<CommitResult, SessionStoreError>) -> Void
  ) {
    var transaction = transaction
    transaction.limits.bytes = min(transaction.limits.bytes, capacity)
    if let refusal = transaction.refusal { return completion(.failure(refusal)) }
    completion(
      withSessions { sessions throws(SessionStoreError) in try sessions.commit(transaction) })
  }

  public func scenes(
    of session: StoredSession.ID
  ) async throws(SessionStoreError) -> [SceneSummary] {
    try withSessions { $0[session]?.summaries ?? [] }.get()
  }

  public func removeSession(_ session: StoredSession.ID) async throws(SessionStoreError) {
    try withSessions { $0.remove(session) }.get()
  }

  public func removeSessions(
    idleSince time: SessionTime
  ) async throws(SessionStoreError) -> [StoredSession.ID] {
    try withSessions { $0.removeAll(idleSince: time) }.get()
  }

  public func removeSessions(
    of owner: StoredSession.Owner, except session: StoredSession.ID?
  ) async throws(SessionStoreError) -> [StoredSession.ID] {
    try withSessions { $0.removeAll(of: owner, except: session) }.get()
  }

  public func limitLastUses(to time: SessionTime) async throws(SessionStoreError) {
    try withSessions { $0.limitLastUses(to: time) }.get()
  }

  public func storedBytes() async throws(SessionStoreError) -> Int? {
    try withSessions { $0.bytes }.get()
  }

  public var isShared: Bool { false }

  public func close() async {
    state.withLock { $0 = State(isClosed: true) }
  }

  /// The number of stored bytes, counted as in ``SessionLimits``.
  package var bytes: Int { state.withLock(\.sessions.bytes) }

  /// The number of stored sessions, and the total number of their scenes.
  package var counts: (sessions: Int, scenes: Int) {
    state.withLock { $0.sessions.counts }
  }

  private func withSessions<Value: Sendable>(
    _ body: (inout MemorySessions) throws(SessionStoreError) -> Value
  ) -> Result<Value, SessionStoreError> {
    state.withLock { state in
      guard !state.isClosed else { return .failure(.closed) }
      do throws(SessionStoreError) {
        return .success(try body(&state.sessions))
      } catch {
        return .failure(error)
      }
    }
  }
}
