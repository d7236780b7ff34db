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
  private let state = Monitor(State())

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
    if isNew { begin() } else { state.signal() }
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
    if hasToBegin { begin() } else { state.signal() }
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

  /// The next job; nil where none has come for some time, or there are too many threads.
  private func next() -> Job? {
    state.first(within: Self.patience) { state, look in
      if look.isAgain { state.idle -= 1 }
      let isSurplus = state.threads > limit + min(state.lost, Self.replacementLimit)
      if !isSurplus, let job = state.nextJob(slowLimit: slowLimit, clientLimit: clientLimit) {
        return .some(job)
      }
      guard !isSurplus, !look.isLast else {
        state.threads -= 1
        return .some(nil)
      }
      state.idle += 1
      return nil
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

/// A value under a lock, for which threads can wait to change.
///
/// Unchecked: the value is used under the lock alone.
private final class Monitor<Value>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&value)
  }

  /// A look at the value by who waits for something.
  struct Look {
    /// Whether it has waited since the last one.
    let isAgain: Bool
    /// Whether it waits no longer.
    let isLast: Bool
  }

  /// What a closure finds: it looks at once, and after each ``signal()``, with the lock free in between;
  /// after so many seconds for the last time, when it has to find something.
  func first<Result>(
    within seconds: Int, _ body: (inout Value, Look) -> Result?
  ) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    var look = Look(isAgain: false, isLast: false)
    while true {
      if let result = body(&value, look) { return result }
      precondition(!look.isLast, "At the end there has to be a result.")
      var end = timespec()
      clock_gettime(CLOCK_MONOTONIC, &end)
      end.tv_sec += seconds
      let isOver = pthread_cond_timedwait(condition, mutex, &end) != 0
      look = Look(isAgain: true, isLast: isOver)
    }
  }

  /// Wakes one that waits.
  func signal() {
    pthread_cond_signal(condition)
  }
}
