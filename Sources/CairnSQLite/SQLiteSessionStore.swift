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
/// Stop the program before you delete, move or restore the file. Where that is done while it runs,
/// the next transaction notices it, the log says so, and the store goes on with the file that is at
/// the path then, or with a new one, which is empty. What was acknowledged after the file was taken
/// away is in the next one.
///
/// Completions are called on queues of the store.
public final class SQLiteSessionStore: SessionStore {
  private let file: CurrentFile
  private let writer: GroupWriter
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
    file = try CurrentFile(path: path, configuration: configuration, logger: logger)
    writer = GroupWriter(file: file, logger: logger)
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
    try await removeSessions("remove idle sessions") {
      try $0.deleteSessions(lastUsedBefore: time, limit: $1)
    }
  }

  public func removeSessions(
    of owner: StoredSession.Owner, except session: StoredSession.ID?
  ) async throws(SessionStoreError) -> [StoredSession.ID] {
    try await removeSessions("remove an owner's sessions") {
      try $0.deleteSessions(of: owner, except: session, limit: $1)
    }
  }

  public func limitLastUses(to time: SessionTime) async throws(SessionStoreError) {
    try await write("limit last uses") { try $0.limitLastUses(to: time) }
  }

  /// Removes sessions in portions, until one is not full.
  private func removeSessions(
    _ operation: String,
    _ delete: @escaping @Sendable (Database, _ limit: Int) throws -> [StoredSession.ID]
  ) async throws(SessionStoreError) -> [StoredSession.ID] {
    // So many at once that transactions in between wait for a few milliseconds.
    let portion = 64
    var removed: [StoredSession.ID] = []
    while true {
      let sessions = try await write(operation) { try delete($0, portion) }
      removed += sessions
      if sessions.count < portion { return removed }
    }
  }

  /// Commits what was handed in, folds the `-wal` file into the database and closes it.
  public func close() async {
    await writer.close()
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
    guard let file = file.enter() else { return readInTurn(operation, body, completion) }
    file.pool.asyncRead { [self] database in
      let result = Result { try body(database.get()) }
      // A connection that was just opened may have met another file, or none.
      let isMisled = if case .failure = result { file.files.change != nil } else { false }
      file.gate.leave()
      if isMisled { return readInTurn(operation, body, completion) }
      conclude(operation, result, completion)
    }
  }

  /// Reads when the writer comes to it, from the file that it has then.
  private func readInTurn<Value: Sendable>(
    _ operation: String, _ body: @escaping @Sendable (Database) throws -> Value,
    _ completion: @escaping @Sendable (Result<Value, SessionStoreError>) -> Void
  ) {
    writer.withFile { [self] file in
      if case .failure(.closed) = file { return completion(.failure(.closed)) }
      conclude(operation, Result { try file.get().pool.read(body) }, completion)
    }
  }

  private func conclude<Value>(
    _ operation: String, _ result: Result<Value, any Error>,
    _ completion: (Result<Value, SessionStoreError>) -> Void
  ) {
    let result = result.mapError {
      SessionStoreError($0, operation: operation, path: file.path)
    }
    switch result {
    case .success: readerHealth.succeeded()
    case .failure(let error): readerHealth.failed(error)
    }
    completion(result)
  }
}
