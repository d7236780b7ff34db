import CairnSessions
import DequeModule
import Dispatch
import GRDB
import Logging
import Synchronization

/// Commits together what waits at the same time, on the one connection that writes.
///
/// While one group is being committed the next one gathers. Alone, a transaction waits for nobody.
///
/// Nobody is told of a commit before the file was seen at its path afterwards: one that went to a
/// file that is deleted is made again in the next file.
final class GroupWriter: Sendable {
  /// Tells a caller what became of a transaction.
  typealias Report = @Sendable () -> Void

  /// A transaction: what it does, and whom it tells.
  struct Job: Sendable {
    let operation: String
    /// Makes the changes; what it returns tells the caller, after the commit. It may be called again,
    /// where the changes are lost.
    let run: @Sendable (Database) throws -> Report
    let fail: @Sendable (SessionStoreError) -> Void
  }

  private struct Queue {
    var waiting: Deque<Job> = []
    var isDraining = false
    var isClosed = false
  }

  /// So many that the cost of a commit is shared well, so few that nobody waits long for the
  /// others.
  private static let largestGroup = 64

  /// How many files a group is written to, one after the other, where they are taken away.
  private static let attempts = 3

  private let file: CurrentFile
  private let health: HealthLog
  private let queue = Mutex(Queue())
  private let worker = DispatchQueue(label: "cairn.sessions.writer")

  init(file: CurrentFile, logger: Logger) {
    self.file = file
    health = HealthLog(logger: logger, path: file.path, recovery: "sessions are stored again")
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
      // Under the lock, so that what closes the file comes after it.
      worker.async { [self] in drain() }
      return false
    }
    if isRefused { completion(.failure(.closed)) }
  }

  /// Calls a closure on the writer's queue with the file, which is opened anew where it has to be.
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

  /// Fails all that comes from now on as closed, does what came before, and closes the file.
  func close() async {
    await withCheckedContinuation { continuation in
      queue.withLock { queue in
        queue.isClosed = true
        // A group that waits is committed first.
        worker.async { [self] in
          while let group = takeGroup() { commit(group) }
          file.close()
          continuation.resume()
        }
      }
    }
  }

  /// Commits one group. The next one is a piece of work of its own, so that others have their turn.
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
      .inaccessible, reason: "\(file.path) is taken away again and again.",
      advice: "Find out who deletes or replaces it.")
    for job in group { failure(of: job, error)() }
  }

  private func commit(_ group: [Job], in database: Database) -> [Report] {
    guard group.count > 1 else { return group.map { commit($0, in: database) } }
    do {
      try database.begin()
    } catch {
      // Each would only wait for the same lock again.
      return group.map { failure(of: $0, error) }
    }
    do {
      let reports = try group.map { try savepoint($0, in: database) }
      try database.commit()
      return reports
    } catch {
      // The transaction is lost with all its savepoints: who can, commits alone.
      database.abandon()
      return group.map { commit($0, in: database) }
    }
  }

  /// - Returns: What tells the job's caller when the group is committed.
  /// - Throws: Only what ends the transaction of the whole group.
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
      // What was asked for too much says nothing of the file.
      if !error.isRefusal { health.failed(error) }
      job.fail(error)
    }
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
