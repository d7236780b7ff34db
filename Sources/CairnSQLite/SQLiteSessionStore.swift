public import CairnSessions
import GRDB
public import Logging

/// Keeps sessions in an SQLite file, which several processes of one machine may share.
///
/// ```swift
/// let store = try SQLiteSessionStore(path: "/var/lib/inventory/sessions.sqlite")
/// ```
///
/// The file is in WAL mode, so there are `-wal` and `-shm` files beside it that belong to it. All
/// three are readable for their owner alone (mode 0600): what they hold are users' sessions. The
/// directory has to be there, on a local disk: SQLite's locks do not work over a network.
///
/// Transactions that wait at the same time are committed together: one transaction of SQLite with a
/// savepoint for each, so that a conflict or a failure of one does not touch the others. Readers
/// use connections of their own and never wait for a writer.
///
/// A committed transaction outlives the process, whenever and however it ends. Whether it outlives
/// a loss of power is what `Configuration.durability` says.
///
/// Completions are called on queues of the store.
public final class SQLiteSessionStore: SessionStore {
  private let file: SessionFile
  private let writer: GroupWriter
  private let gate = ReaderGate()
  private let readerHealth: HealthLog

  /// Opens the file, and makes it where there is none.
  ///
  /// It waits for the disk, and for `Configuration.busyTimeout` where another process has the file
  /// locked: open a store when the program starts. A file that is refused is left as it is.
  ///
  /// - Throws: A file that is damaged is `corrupt`, one of a later version `newerVersion`, one that
  ///   is no session store `foreign`, one that can not be opened or written `inaccessible`.
  public init(
    path: String, configuration: Configuration = Configuration(),
    logger: Logger = Logger(label: "cairn.sessions")
  ) throws(SessionStoreError) {
    file = try SessionFile(path: path, configuration: configuration)
    writer = GroupWriter(pool: file.pool, path: path, logger: logger)
    readerHealth = HealthLog(
      logger: logger, path: path, recovery: "sessions are read again")
    logger.debug(
      "sessions are kept in SQLite",
      metadata: ["path": "\(path)", "durability": "\(configuration.durability)"])
  }

  public func load(
    _ query: SessionQuery,
    completion: @escaping @Sendable (Result<SessionFindings, SessionStoreError>) -> Void
  ) {
    read("load a scene", { try $0.findings(for: query) }, completion: completion)
  }

  public func commit(
    _ transaction: SessionTransaction,
    completion: @escaping @Sendable (Result<CommitVerdict, SessionStoreError>) -> Void
  ) {
    if let refusal = transaction.refusal { return completion(.failure(refusal)) }
    writer.write(
      "commit a transaction", { try $0.commit(transaction) }, completion: completion)
  }

  public func scenes(
    of session: StoredSession.ID
  ) async throws(SessionStoreError) -> [SceneSummary] {
    try await withCheckedContinuation { continuation in
      read("list scenes", { try $0.sceneSummaries(of: session).oldestFirst }) {
        continuation.resume(returning: $0)
      }
    }.get()
  }

  public func removeSession(_ session: StoredSession.ID) async throws(SessionStoreError) {
    try await write("remove a session") { try $0.deleteSession(session) }
  }

  public func removeSessions(
    idleSince time: SessionTime
  ) async throws(SessionStoreError) -> [StoredSession.ID] {
    // So many at once that transactions in between wait for a few milliseconds.
    let portion = 64
    var removed: [StoredSession.ID] = []
    while true {
      let sessions = try await write("remove idle sessions") {
        try $0.deleteSessions(lastUsedBefore: time, limit: portion)
      }
      removed += sessions
      if sessions.count < portion { return removed }
    }
  }

  /// Commits what was handed in, folds the `-wal` file into the database and closes it.
  public func close() async {
    writer.refuseMore()
    await gate.close()
    await file.close()
  }

  private func write<Value: Sendable>(
    _ operation: String, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(SessionStoreError) -> Value {
    try await withCheckedContinuation { continuation in
      writer.write(operation, body) { continuation.resume(returning: $0) }
    }.get()
  }

  private func read<Value: Sendable>(
    _ operation: String, _ body: @escaping @Sendable (Database) throws -> Value,
    completion: @escaping @Sendable (Result<Value, SessionStoreError>) -> Void
  ) {
    guard gate.enter() else { return completion(.failure(.closed)) }
    file.pool.asyncRead { [gate, health = readerHealth, path = file.path] database in
      let result = Result { try body(database.get()) }
        .mapError { SessionStoreError($0, operation: operation, path: path) }
      switch result {
      case .success: health.succeeded()
      case .failure(let error): health.failed(error)
      }
      gate.leave()
      completion(result)
    }
  }
}
