import CairnHTTP
import Dispatch
import Foundation
import Synchronization

/// Threads for requests that are slow or might be, so that they don't block the server's own threads.
///
/// The pool has few threads, which are created on demand and have a lower priority than the server's threads. Jobs that
/// are known to be slow can't use all of them, so there is a thread for new requests, which are usually fast. Clients
/// take turns, and one client can use at most half of the threads. A thread that doesn't return is replaced, up to a
/// limit.
final class WorkerPool: Sendable {
  /// A unit of work for a thread.
  struct Job: Sendable {
    let isKnownSlow: Bool
    /// The client of the job, or `nil` if it's unknown or on this machine.
    let client: AddressGroup?
    let body: @Sendable () -> Void
  }

  fileprivate struct State {
    var slow = JobQueue()
    var other = JobQueue()
    /// The number of threads that work for each client.
    var working: [AddressGroup: Int] = [:]
    /// The number of threads in total, the number of waiting ones, and the number that run slow jobs.
    var threads = 0
    var idle = 0
    var busySlow = 0
    /// The number of threads that are considered lost, because they haven't returned in time.
    var lost = 0
    var lostSlow = 0
  }

  /// The maximum number of threads in total, and the maximum number that run slow jobs.
  let limit: Int
  private let slowLimit: Int
  /// The maximum number of threads that work for one client.
  private let clientLimit: Int
  private let state = Mutex(State())
  /// Wakes a waiting thread. A surplus signal only makes a thread check the queues again.
  private let wake = DispatchSemaphore(value: 0)

  /// The maximum number of lost threads that are replaced.
  static let replacementLimit = 64
  /// The maximum number of waiting jobs.
  static let queueLimit = 1024
  /// The maximum number of waiting jobs of one client.
  static let clientQueueLimit = 256
  /// The time in seconds after which an idle thread ends.
  private static let patience = 5

  init(limit: Int) {
    self.limit = max(2, limit)
    slowLimit = max(1, self.limit * 3 / 4)
    clientLimit = max(1, self.limit / 2)
  }

  /// The number of threads with a job, and the number of waiting jobs.
  var load: (busy: Int, queued: Int) {
    state.withLock { ($0.threads - $0.idle, $0.slow.count + $0.other.count) }
  }

  /// Passes a job to a thread. Returns `false` if too many jobs are waiting.
  func run(_ job: Job) -> Bool {
    let isNew: Bool? = state.withLock { state in
      guard state.slow.count + state.other.count < Self.queueLimit else { return nil }
      if let client = job.client,
        state.slow.count(of: client) + state.other.count(of: client) >= Self.clientQueueLimit
      {
        return nil
      }
      if job.isKnownSlow { state.slow.append(job) } else { state.other.append(job) }
      let mayRun =
        state.mayWork(for: job.client, limit: clientLimit)
        && (!job.isKnownSlow || state.busySlow - state.lostSlow < slowLimit)
      let lost = min(state.lost, Self.replacementLimit)
      guard mayRun, state.idle == 0, state.threads - lost < limit else { return false }
      state.threads += 1
      return true
    }
    guard let isNew else { return false }
    if isNew { begin() } else { wake.signal() }
    return true
  }

  /// Marks a thread as lost, because it has worked for too long.
  func lose(isKnownSlow: Bool, client: AddressGroup?) {
    let hasToBegin = state.withLock { state in
      state.lost += 1
      state.end(for: client)
      if isKnownSlow { state.lostSlow += 1 }
      let waits = state.slow.count + state.other.count > 0
      guard waits, state.idle == 0, state.lost <= Self.replacementLimit else { return false }
      state.threads += 1
      return true
    }
    if hasToBegin { begin() } else { wake.signal() }
  }

  /// Marks a lost thread as returned.
  func regain(isKnownSlow: Bool, client: AddressGroup?) {
    state.withLock { state in
      state.begin(for: client)
      state.lost -= 1
      if isKnownSlow { state.lostSlow -= 1 }
    }
  }

  private func begin() {
    var thread = pthread_t()
    let held = Unmanaged.passRetained(self)
    let outcome = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<WorkerPool>.fromOpaque(context).takeRetainedValue().work()
        return nil
      }, held.toOpaque())
    guard outcome == 0 else {
      // The existing threads run the waiting jobs. If there are no threads, the next job tries to create one.
      held.release()
      state.withLock { $0.threads -= 1 }
      return
    }
    pthread_detach(thread)
  }

  /// Runs jobs until the thread ends.
  private func work() {
    // On Linux, this affects only the calling thread. Threads that serve fast pages have a higher priority.
    setpriority(Int32(PRIO_PROCESS.rawValue), 0, 5)
    while let job = next() {
      job.body()
      state.withLock { state in
        if job.isKnownSlow { state.busySlow -= 1 }
        state.end(for: job.client)
      }
    }
  }

  /// Returns the next job, or `nil` if there was none for some time or there are too many threads.
  private func next() -> Job? {
    var isLast = false
    while true {
      let found: Job?? = state.withLock { state in
        let isSurplus = state.threads > limit + min(state.lost, Self.replacementLimit)
        if !isSurplus, let job = state.nextJob(slowLimit: slowLimit, clientLimit: clientLimit) {
          return .some(job)
        }
        guard !isSurplus, !isLast else {
          state.threads -= 1
          return .some(nil)
        }
        state.idle += 1
        return nil
      }
      if let found { return found }
      isLast = wake.wait(timeout: .now() + .seconds(Self.patience)) == .timedOut
      state.withLock { $0.idle -= 1 }
    }
  }
}

extension WorkerPool.State {
  fileprivate mutating func nextJob(slowLimit: Int, clientLimit: Int) -> WorkerPool.Job? {
    let mayWork = { [working] (client: AddressGroup?) in
      client.map { (working[$0] ?? 0) < clientLimit } ?? true
    }
    var job = other.popFirst(where: mayWork)
    if job == nil {
      let lost = min(lostSlow, WorkerPool.replacementLimit)
      guard busySlow - lost < slowLimit else { return nil }
      job = slow.popFirst(where: mayWork)
      if job != nil { busySlow += 1 }
    }
    if let job { begin(for: job.client) }
    return job
  }

  fileprivate func mayWork(for client: AddressGroup?, limit: Int) -> Bool {
    client.map { (working[$0] ?? 0) < limit } ?? true
  }

  fileprivate mutating func begin(for client: AddressGroup?) {
    if let client { working[client, default: 0] += 1 }
  }

  fileprivate mutating func end(for client: AddressGroup?) {
    guard let client, let count = working[client] else { return }
    working[client] = count > 1 ? count - 1 : nil
  }
}
