import CairnSessions
import GRDB
import Logging
import Synchronization

/// Commits together what waits at the same time, on the one connection that writes.
///
/// While one group is being committed the next one gathers. Alone, a transaction waits for nobody.
final class GroupWriter: Sendable {
  /// A transaction: what it does, and whom it tells.
  struct Job: Sendable {
    let operation: String
    /// Makes the changes; what it returns tells the caller, after the commit.
    let run: @Sendable (Database) throws -> @Sendable () -> Void
    let fail: @Sendable (SessionStoreError) -> Void
  }

  private struct Queue {
    var waiting: [Job] = []
    var isDraining = false
    var isClosed = false
  }

  /// So many that the cost of a commit is shared well, so few that nobody waits long for the
  /// others.
  private static let largestGroup = 64

  private let pool: DatabasePool
  private let path: String
  private let health: HealthLog
  private let queue = Mutex(Queue())

  init(pool: DatabasePool, path: String, logger: Logger) {
    self.pool = pool
    self.path = path
    health = HealthLog(logger: logger, path: path, recovery: "sessions are stored again")
  }

  /// Makes the changes of `body` with the next group.
  ///
  /// - Parameter completion: Called on the writer's queue, after the commit or the failure.
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
      // Under the lock, so that what closes the pool comes after it.
      pool.asyncWriteWithoutTransaction { [self] in drain($0) }
      return false
    }
    if isRefused { completion(.failure(.closed)) }
  }

  /// Fails all that comes from now on as closed.
  func refuseMore() {
    queue.withLock { $0.isClosed = true }
  }

  private func drain(_ database: Database) {
    while true {
      let group: [Job] = queue.withLock { queue in
        let group = Array(queue.waiting.prefix(Self.largestGroup))
        queue.waiting.removeFirst(group.count)
        queue.isDraining = !group.isEmpty
        return group
      }
      if group.isEmpty { return }
      commit(group, in: database)
    }
  }

  private func commit(_ group: [Job], in database: Database) {
    guard group.count > 1 else {
      for job in group { commit(job, in: database) }
      return
    }
    do {
      try database.begin()
    } catch {
      // Each would only wait for the same lock again.
      for job in group { fail(job, with: error) }
      return
    }
    do {
      let reports = try group.map { try savepoint($0, in: database) }
      try database.commit()
      for report in reports { report() }
    } catch {
      // The transaction is lost with all its savepoints: who can, commits alone.
      database.abandon()
      for job in group { commit(job, in: database) }
    }
  }

  /// - Returns: What tells the job's caller when the group is committed.
  /// - Throws: Only what ends the transaction of the whole group.
  private func savepoint(_ job: Job, in database: Database) throws -> @Sendable () -> Void {
    try database.run("SAVEPOINT job")
    do {
      let report = try job.run(database)
      try database.run("RELEASE job")
      return { [health] in
        health.succeeded()
        report()
      }
    } catch {
      guard database.isInsideTransaction else { throw error }
      try database.run("ROLLBACK TO job")
      try database.run("RELEASE job")
      return { [self] in fail(job, with: error) }
    }
  }

  private func commit(_ job: Job, in database: Database) {
    do {
      try database.begin()
      let report = try job.run(database)
      try database.commit()
      health.succeeded()
      report()
    } catch {
      database.abandon()
      fail(job, with: error)
    }
  }

  private func fail(_ job: Job, with error: any Error) {
    let error = SessionStoreError(error, operation: job.operation, path: path)
    health.failed(error)
    job.fail(error)
  }
}

extension Database {
  fileprivate func begin() throws {
    if isInsideTransaction { try rollback() }
    // At once for writing: a transaction that becomes a writer later can not wait for the lock.
    try run("BEGIN IMMEDIATE")
  }

  /// Ends a transaction that failed, where SQLite has not ended it.
  fileprivate func abandon() {
    // Where this fails, whoever begins the next transaction tries again, and is told.
    if isInsideTransaction { try? rollback() }
  }
}
