import CairnHTTP
import CairnSessions
import Logging
import Synchronization

/// A session store that records its failures, for the health check and for metrics.
final class WatchedStore: SessionStore {
  private let store: any SessionStore
  private let metrics: Metrics?
  private let log: LogRate?
  /// Distinguishes changes by other servers from this server's own.
  private let foreignChanges = ForeignChanges()
  private let now: @Sendable () -> ContinuousClock.Instant
  /// The time of the last failed commit, if no commit has succeeded since.
  private let failure = Mutex<ContinuousClock.Instant?>(nil)
  /// Whether `failure` has a value. With this, a successful commit usually doesn't take the lock.
  private let hasFailed = Atomic(false)

  /// The time after which a failed commit is ignored. Without it, a server that gets no requests while it's unhealthy
  /// would never notice that its store works again.
  static let memory = Duration.seconds(10)

  init(
    _ store: any SessionStore, metrics: Metrics? = nil, logger: Logger? = nil,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.store = store
    self.metrics = metrics
    log = logger.map { LogRate(logger: $0) }
    self.now = now
  }

  /// Whether a commit has failed recently.
  var isFailing: Bool {
    guard hasFailed.load(ordering: .relaxed) else { return false }
    return failure.withLock { $0 }.map { now() - $0 < Self.memory } ?? false
  }

  /// Checks whether the store works, and passes the result to a closure.
  func check(_ completion: @escaping @Sendable (_ isWorking: Bool) -> Void) {
    guard !isFailing else { return completion(false) }
    load(SessionQuery(session: StoredSession.ID(bits: 0))) { result in
      if case .success = result { completion(true) } else { completion(false) }
    }
  }

  func load(
    _ query: SessionQuery,
    completion: @escaping @Sendable (Result<SessionLoadResult, SessionStoreError>) -> Void
  ) {
    guard let metrics else { return store.load(query, completion: completion) }
    store.load(query) { result in
      if case .failure = result { metrics.loadFailed() }
      completion(result)
    }
  }

  func commit(
    _ transaction: SessionTransaction,
    completion: @escaping @Sendable (Result<CommitResult, SessionStoreError>) -> Void
  ) {
    foreignChanges.commit(transaction, to: store) { [self] result in
      note(result)
      completion(result)
    }
  }

  /// Records the result of a commit. A transaction that the store rejected as invalid doesn't mean that the store is
  /// failing.
  private func note(_ result: Result<CommitResult, SessionStoreError>) {
    switch result {
    case .success(let verdict):
      if case .committed(let evictions, _) = verdict { note(evictions) }
      if hasFailed.load(ordering: .relaxed) {
        failure.withLock { $0 = nil }
        hasFailed.store(false, ordering: .relaxed)
      }
      metrics?.committed(isFailure: false)
    case .failure(let error):
      if !error.isRefusal {
        failure.withLock { $0 = now() }
        hasFailed.store(true, ordering: .relaxed)
      }
      metrics?.committed(isFailure: true)
    }
  }

  private func note(_ evictions: EvictionReport) {
    guard evictions != EvictionReport() else { return }
    metrics?.evicted(evictions)
    guard !evictions.sessions.isEmpty else { return }
    log?.log(
      .warning, kind: "eviction",
      """
      Sessions are evicted because the session store is full. If users need them, raise \
      --max-sessions, --max-store-size, or the capacity of the store.
      """)
  }

  func limitLastUses(to time: SessionTime) async throws(SessionStoreError) {
    try await store.limitLastUses(to: time)
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

  var isShared: Bool { store.isShared }

  func listen(
    to session: StoredSession.ID,
    onAnnouncement: @escaping @Sendable (SessionAnnouncement) -> Void
  ) -> SessionListening? {
    store.listen(to: session, onAnnouncement: onAnnouncement)
  }

  /// Receives the changes of a session like ``listen(to:onAnnouncement:)``, but recognizes this server's own ones.
  func follow(
    _ session: StoredSession.ID, onNews: @escaping @Sendable (ForeignChanges.News) -> Void
  ) -> SessionListening? {
    foreignChanges.listen(to: session, in: store, onNews: onNews)
  }

  func storedBytes() async throws(SessionStoreError) -> Int? { try await store.storedBytes() }

  func close() async {
    await store.close()
  }
}
