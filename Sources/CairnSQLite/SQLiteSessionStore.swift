public import CairnSessions
import GRDB
public import Logging

/// A session store in an SQLite file, which several processes on one machine can share.
///
/// ```swift
/// let store = try SQLiteSessionStore(path: "/var/lib/inventory/sessions.sqlite")
/// ```
///
/// The file is in WAL mode, so it has `-wal` and `-shm` files next to it. Only the owner can read these three files
/// (mode 0600), because they contain users' sessions. The directory must exist, and must be on a local disk. SQLite's
/// locks don't work over a network.
///
/// Waiting transactions are committed together in a single SQLite transaction. Each has its own savepoint, so a
/// conflict or failure doesn't affect the others. Readers have their own connections and never wait for a writer.
///
/// A committed transaction always survives the end of the process. ``Configuration/durability`` determines whether it
/// also survives a power loss.
///
/// Stop the program before you delete, move, or restore the file. If you do so while the program runs, the next
/// transaction detects it and logs an error. The store continues with the file that's then at the path, or with a new,
/// empty one. Transactions that are acknowledged after the file was taken away are in that next file.
///
/// Completions are called on queues of the store.
public final class SQLiteSessionStore: SessionStore, CustomStringConvertible {
  private let file: CurrentFile
  private let writer: GroupWriter
  private let readerHealth: HealthLog

  /// Opens the file, and creates it if it doesn't exist.
  ///
  /// This waits for the disk, and up to ``Configuration/busyTimeout`` if another process has locked the file. Open a
  /// store when your program starts. A rejected file isn't changed.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - configuration: The options of the store.
  ///   - logger: The logger for failures and recoveries of the store.
  /// - Throws: A `SessionStoreError` of the kind `corrupt` if the file is damaged, or `newerVersion` if a newer
  ///   version wrote it. The kind is `foreign` if the file isn't a session store, or `inaccessible` if it can't be
  ///   opened or written.
  public init(
    path: String, configuration: Configuration = Configuration(),
    logger: Logger = Logger(label: "cairn.sessions")
  ) throws(SessionStoreError) {
    file = try CurrentFile(path: path, configuration: configuration, logger: logger)
    writer = GroupWriter(file: file, logger: logger)
    readerHealth = HealthLog(
      logger: logger, path: path, recovery: "Reading from the session store works again")
    logger.debug(
      "Sessions are stored in SQLite",
      metadata: ["path": "\(path)", "durability": "\(configuration.durability)"])
  }

  /// The path of the file, for the log.
  public var description: String { "SQLite, \(file.path)" }

  public func load(
    _ query: SessionQuery,
    completion: @escaping @Sendable (Result<SessionLoadResult, SessionStoreError>) -> Void
  ) {
    read("load a scene", { try $0.loadResult(for: query) }, completion: completion)
  }

  public func commit(
    _ transaction: SessionTransaction,
    completion: @escaping @Sendable (Result<CommitResult, SessionStoreError>) -> Void
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

  public func storedBytes() async throws(SessionStoreError) -> Int? {
    try await withCheckedContinuation { continuation in
      read("measure the store", { try $0.totals()?.bytes }) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Removes sessions in batches, until a batch isn't full.
  private func removeSessions(
    _ operation: String,
    _ delete: @escaping @Sendable (Database, _ limit: Int) throws -> [StoredSession.ID]
  ) async throws(SessionStoreError) -> [StoredSession.ID] {
    // With this batch size, transactions in between wait for a few milliseconds.
    let portion = 64
    var removed: [StoredSession.ID] = []
    while true {
      let sessions = try await write(operation) { try delete($0, portion) }
      removed += sessions
      if sessions.count < portion { return removed }
    }
  }

  /// Commits the pending transactions, writes the `-wal` file into the database, and closes the database.
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
      // A connection that was just opened may have opened a different file, or failed to find one.
      let isMisled = if case .failure = result { file.files.change != nil } else { false }
      file.gate.leave()
      if isMisled { return readInTurn(operation, body, completion) }
      conclude(operation, result, completion)
    }
  }

  /// Reads on the writer's queue, from the file that the writer has at that time.
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
