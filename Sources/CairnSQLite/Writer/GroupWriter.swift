import CairnSessions
import DequeModule
import Dispatch
import GRDB
import Logging
import Synchronization

/// A writer that commits waiting transactions in groups, on the only connection that writes.
///
/// While a group is being committed, the next group gathers. A single transaction is committed without delay.
///
/// A commit is reported only after the file was found at its path again. If the commit went to a deleted file, it's
/// repeated in the next file.
final class GroupWriter: Sendable {
  /// A closure that reports the result of a transaction to its caller.
  typealias Report = @Sendable () -> Void

  /// A transaction with its changes and its caller.
  struct Job: Sendable {
    let operation: String
    /// Applies the changes, and returns the closure that reports them after the commit. It's called again if the
    /// changes are lost.
    let run: @Sendable (Database) throws -> Report
    let fail: @Sendable (SessionStoreError) -> Void
  }

  private struct Queue {
    var waiting: Deque<Job> = []
    var isDraining = false
    var isClosed = false
  }

  /// The maximum number of transactions in a group. It's large enough to share the cost of a commit, and small enough
  /// to keep waits short.
  private static let largestGroup = 64

  /// The maximum number of files that a group is written to if one after another is taken away.
  private static let attempts = 3

  private let file: CurrentFile
  private let health: HealthLog
  private let queue = Mutex(Queue())
  private let worker = DispatchQueue(label: "cairn.sessions.writer")

  init(file: CurrentFile, logger: Logger) {
    self.file = file
    health = HealthLog(
      logger: logger, path: file.path, recovery: "Writing to the session store works again")
  }

  /// Applies the changes of `body` with the next group.
  ///
  /// - Parameter completion: Called on the writer's queue after the commit or the failure.
  func write<Value: Sendable>(
    _ operation: String, _ body: @escaping @Sendable (Database) throws -> Value,
    completion: @escaping @Sendable (Result<Value, SessionStoreError>) -> Void
  ) {
    let job = Job(
      operation: operation,
      run: { database in
        let value = try body(database)
        return { completion(.success(value)) }
      },
      fail: { completion(.failure($0)) })
    let isRefused = queue.withLock { queue in
      if queue.isClosed { return true }
      queue.waiting.append(job)
      guard !queue.isDraining else { return false }
      queue.isDraining = true
      // Start the work under the lock, so that it runs before the work that closes the file.
      worker.async { [self] in drain() }
      return false
    }
    if isRefused { completion(.failure(.closed)) }
  }

  /// Calls a closure on the writer's queue with the file, and opens the file again if necessary.
  func withFile(
    _ body: @escaping @Sendable (Result<SessionFile, SessionStoreError>) -> Void
  ) {
    let isRefused = queue.withLock { queue in
      if queue.isClosed { return true }
      worker.async { [file] in
        body(
          Result { () throws(SessionStoreError) in
            let current = try file.opened()
            return file.isInPlace(current) ? current : try file.opened()
          })
      }
      return false
    }
    if isRefused { body(.failure(.closed)) }
  }

  /// Completes the pending work and closes the file. Later work fails as closed.
  func close() async {
    await withCheckedContinuation { continuation in
      queue.withLock { queue in
        queue.isClosed = true
        // Commit the waiting groups first.
        worker.async { [self] in
          while let group = takeGroup() { commit(group) }
          file.close()
          continuation.resume()
        }
      }
    }
  }

  /// Commits one group. The next group is dispatched separately, so that other work on the queue gets its turn.
  private func drain() {
    guard let group = takeGroup() else { return }
    commit(group)
    let isDone = queue.withLock { queue in
      queue.isDraining = !queue.waiting.isEmpty
      return !queue.isDraining
    }
    if !isDone { worker.async { [self] in drain() } }
  }

  private func takeGroup() -> [Job]? {
    queue.withLock { queue in
      let group = Array(queue.waiting.prefix(Self.largestGroup))
      queue.waiting.removeFirst(group.count)
      queue.isDraining = !group.isEmpty
      return group.isEmpty ? nil : group
    }
  }

  private func commit(_ group: [Job]) {
    for _ in 0..<Self.attempts {
      do throws(SessionStoreError) {
        let current = try file.opened()
        let reports = current.pool.writeWithoutTransaction { commit(group, in: $0) }
        guard file.isInPlace(current) else { continue }
        for report in reports { report() }
        return
      } catch {
        for job in group { failure(of: job, error)() }
        return
      }
    }
    let error = SessionStoreError(
      .inaccessible, reason: "\(file.path) is repeatedly deleted or replaced.",
      recoverySuggestion: "Find out which process does this.")
    for job in group { failure(of: job, error)() }
  }

  private func commit(_ group: [Job], in database: Database) -> [Report] {
    guard group.count > 1 else { return group.map { commit($0, in: database) } }
    do {
      try database.begin()
    } catch {
      // Each transaction alone would only wait for the same lock again.
      return group.map { failure(of: $0, error) }
    }
    do {
      let reports = try group.map { try savepoint($0, in: database) }
      try database.commit()
      return reports
    } catch {
      // The transaction is lost with all its savepoints. Try each job in a transaction of its own.
      database.abandon()
      return group.map { commit($0, in: database) }
    }
  }

  /// Runs a job within a savepoint of the group's transaction.
  ///
  /// - Returns: The closure that reports the result to the job's caller after the group is committed.
  /// - Throws: Only errors that end the transaction of the whole group.
  private func savepoint(_ job: Job, in database: Database) throws -> Report {
    try database.run("SAVEPOINT job")
    do {
      let report = try job.run(database)
      try database.run("RELEASE job")
      return success(report)
    } catch {
      guard database.isInsideTransaction else { throw error }
      try database.run("ROLLBACK TO job")
      try database.run("RELEASE job")
      return failure(of: job, error)
    }
  }

  private func commit(_ job: Job, in database: Database) -> Report {
    do {
      try database.begin()
      let report = try job.run(database)
      try database.commit()
      return success(report)
    } catch {
      database.abandon()
      return failure(of: job, error)
    }
  }

  private func success(_ report: @escaping Report) -> Report {
    { [health] in
      health.succeeded()
      report()
    }
  }

  private func failure(of job: Job, _ error: any Error) -> Report {
    { [health, path = file.path] in
      let error = SessionStoreError(error, operation: job.operation, path: path)
      // A rejected transaction doesn't indicate a problem with the file.
      if !error.isRefusal { health.failed(error) }
      job.fail(error)
    }
  }
}

extension Database {
  fileprivate func begin() throws {
    if isInsideTransaction { try rollback() }
    // Take the write lock immediately. A transaction that starts writing later can't wait for the lock.
    try run("BEGIN IMMEDIATE")
  }

  /// Ends a failed transaction if SQLite hasn't ended it already.
  fileprivate func abandon() {
    // If this fails, the next transaction tries again and reports the error.
    if isInsideTransaction { try? rollback() }
  }
}
