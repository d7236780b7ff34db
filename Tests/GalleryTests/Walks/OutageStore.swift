import CairnRedis
import CairnSessions
import Logging
import Synchronization

/// Sessions in Redis. Operations wait for Redis as long as it takes, or give up soon while a test asks for it.
///
/// If Redis is down or paused, and continues only after an operation has failed, the operation fails on any machine. If
/// the operation waits, it succeeds on any machine.
final class OutageStore: SessionStore {
  private let patient: RedisSessionStore
  private let hasty: RedisSessionStore
  private let isHasty = Atomic(false)

  init(_ url: String) throws {
    patient = try Self.open(url, timeout: .seconds(600))
    hasty = try Self.openHasty(url)
  }

  /// Makes operations from now on give up soon, or wait again.
  func giveUpSoon(_ givesUp: Bool) {
    isHasty.store(givesUp, ordering: .sequentiallyConsistent)
  }

  /// Waits until operations that give up soon have a connection, so that they fail later than that.
  func connectHasty() async {
    while (try? await hasty.storedBytes()) == nil {}
  }

  private var store: RedisSessionStore {
    isHasty.load(ordering: .sequentiallyConsistent) ? hasty : patient
  }

  private static func open(_ url: String, timeout: Duration) throws -> RedisSessionStore {
    var configuration = try RedisSessionStore.Configuration(url: url, environment: [:])
    configuration.timeout = timeout
    return try RedisSessionStore(
      configuration: configuration,
      logger: Logger(label: "outage") { _ in SwiftLogNoOpLogHandler() })
  }

  /// Opens the store that gives up. On a slow machine, it may not be connected in time at first.
  private static func openHasty(_ url: String) throws -> RedisSessionStore {
    for _ in 0..<100 {
      if let store = try? open(url, timeout: .milliseconds(200)) { return store }
    }
    return try open(url, timeout: .milliseconds(200))
  }

  func load(
    _ query: SessionQuery,
    completion: @escaping @Sendable (Result<SessionLoadResult, SessionStoreError>) -> Void
  ) {
    store.load(query, completion: completion)
  }

  func commit(
    _ transaction: SessionTransaction,
    completion: @escaping @Sendable (Result<CommitResult, SessionStoreError>) -> Void
  ) {
    store.commit(transaction, completion: completion)
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

  func close() async {
    await patient.close()
    await hasty.close()
  }
}
