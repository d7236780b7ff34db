import CairnHTTP
import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Threads for what is slow, or may be: so that nobody on the server's own threads waits for it.
///
/// There are few of them, made when they are needed, and they give way to the server's threads. What is
/// known to be slow does not get all of them: what is tried for the first time, which is mostly quick,
/// finds one too. Clients take turns, and one client gets half of the threads at most. A thread that does not come back is replaced, up to a limit.
final class WorkerPool: Sendable {
  /// What a thread does.
  struct Job: Sendable {
    let isKnownSlow: Bool
    /// Whose it is; nil if that's unknown, or the machine's own.
    let client: AddressGroup?
    let body: @Sendable () -> Void
  }

  fileprivate struct State {
    var slow = JobQueue()
    var other = JobQueue()
    /// How many threads work for each client.
    var working: [AddressGroup: Int] = [:]
    /// How many threads there are, wait, and work at what is known to be slow.
    var threads = 0
    var idle = 0
    var busySlow = 0
    /// How many threads are taken not to come back.
    var lost = 0
    var lostSlow = 0
  }

  /// The most threads, and the most of them that work at what is known to be slow.
  let limit: Int
  private let slowLimit: Int
  /// The most threads that work for one client.
  private let clientLimit: Int
  private let state = Mutex(State())
  /// Wakes a thread that waits. A signal that no thread has waited for lets one look once more.
  private let wake = DispatchSemaphore(value: 0)

  /// The most threads that are replaced because they do not come back.
  static let replacementLimit = 64
  /// The most jobs that wait.
  static let queueLimit = 1024
  /// The most of them of one client.
  static let clientQueueLimit = 256
  /// How long a thread waits for work before it ends, in seconds.
  private static let patience = 5

  init(limit: Int) {
    self.limit = max(2, limit)
    slowLimit = max(1, self.limit * 3 / 4)
    clientLimit = max(1, self.limit / 2)
  }

  /// Hands a job to a thread; false where too many wait already.
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

  /// Says that a thread has worked so long that it is not to be counted on.
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

  /// Says that one of them has come back after all.
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
      // What waits is done by those that there are; with none there is none to wait for it.
      held.release()
      state.withLock { $0.threads -= 1 }
      return
    }
    pthread_detach(thread)
  }

  /// What a thread does all its life.
  private func work() {
    // On Linux this is the thread alone. Who serves quick pages comes first.
    setpriority(Int32(PRIO_PROCESS.rawValue), 0, 5)
    while let job = next() {
      job.body()
      state.withLock { state in
        if job.isKnownSlow { state.busySlow -= 1 }
        state.end(for: job.client)
      }
    }
  }

  /// The next job; `nil` if none has come for some time, or there are too many threads.
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
