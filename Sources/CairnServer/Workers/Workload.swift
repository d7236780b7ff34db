import CairnHTTP
import CairnSessions
import CairnTexts
import Dispatch
import Foundation
import Logging
import Synchronization

/// The properties of a request that determine which thread processes it.
struct RequestProfile: Sendable {
  /// The slot of the request in the ``PaceTable``.
  let place: Int
  /// The scene of the request, or `nil` for a page without a scene.
  var turn: SceneTurns.Key?
  /// The scene's lock, if the scene is in memory.
  var lock: (any HoldableLock)?
  let mount: String
  let path: String
  /// The client, or `nil` if it's unknown or on this machine.
  var client: AddressGroup?
  /// The texts of the response if the request is refused.
  var texts = Texts.english

  /// The request after its turn has ended. It doesn't hold the scene, so other requests of the scene can continue.
  var rest: RequestProfile {
    var rest = self
    rest.turn = nil
    rest.lock = nil
    return rest
  }
}

/// A lock that can be held for an unknown time.
protocol HoldableLock: Sendable {
  /// Whether the lock is held at this moment.
  var isHeld: Bool { get }
}

/// Decides where a request is processed. That's the server's thread that received it, or a worker while the connection
/// waits.
///
/// libmicrohttpd has one thread per core, and each thread serves its connections one after another. A slow request on
/// such a thread would block all of its connections. ``PaceTable`` decides which requests are considered slow.
final class Workload: Sendable {
  private let paces = PaceTable()
  private let turns = SceneTurns()
  private let pool: WorkerPool
  private let logger: Logger
  /// Returns the response for a request if its scene is busy for too long, or if all workers are.
  private let refuse: @Sendable (RequestProfile) -> HTTPResponse
  /// Whether requests can block each other. Requests without a socket can't.
  private let isServing = Atomic(false)
  private let underWay = Mutex<[UInt64: Run]>([:])
  private let runs = Atomic<UInt64>(0)
  /// The queue of the watchdog. It runs nothing else, so that work can't delay it.
  private static let watch = DispatchQueue(label: "cairn.workers", qos: .userInteractive)

  /// Work in progress.
  private struct Run {
    /// The thread that does the work.
    enum Place { case server, worker, workerForSlow }

    let profile: RequestProfile
    let place: Place
    let began: ContinuousClock.Instant
    /// Whether the work has taken so long that it may never return.
    var isLost = false
  }

  /// The maximum duration of quick work.
  static let quickLimit = Duration.milliseconds(5)
  /// The maximum duration that can be explained by other threads using the core.
  private static let lateLimit = Duration.milliseconds(50)
  /// The interval at which the watchdog looks for work that takes too long.
  private static let watchInterval = DispatchTimeInterval.seconds(1)

  init(
    workers: Int? = nil, logger: Logger,
    refuse: @escaping @Sendable (RequestProfile) -> HTTPResponse
  ) {
    let cores = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    pool = WorkerPool(limit: workers ?? max(16, cores * 4))
    self.logger = logger
    self.refuse = refuse
  }

  /// Returns the slot of a request in the ``PaceTable``.
  /// - Parameter tap: The ID of the pressed button, or 0 if there is none.
  func place(of request: HTTPRequest, tap: UInt64 = 0) -> Int {
    let number = tap ^ (request.isRead ? 0 : 1 << 63)
    return paces.place(
      request.rawPath, number ^ UInt64(paces.place(request.query ?? "", 0)))
  }

  /// Processes a request immediately if it's known to be quick, and otherwise on a worker.
  func answer(_ profile: RequestProfile, _ work: @escaping @Sendable () -> HTTPAnswer) -> HTTPAnswer
  {
    guard isServing.load(ordering: .relaxed) else { return work() }
    let now = ContinuousClock.now
    guard let key = profile.turn, !turns.takeIfFree(key, at: now) else {
      return atOnce(profile, at: now, work)
    }
    let pending = Promise()
    let outcome = turns.take(key, at: now) { [self] isItsTurn in
      // Continue on a worker. If the thread that ended its turn continued here, the chain could get longer and longer.
      pending.fulfill(isItsTurn ? byWorker(profile, work) : .now(refuse(profile)))
    }
    switch outcome {
    case .refused: return .now(refuse(profile))
    case .waiting: return pending.answer
    case .taken: return atOnce(profile, at: now, work)
    }
  }

  /// Processes a request whose turn it is.
  private func atOnce(
    _ profile: RequestProfile, at now: ContinuousClock.Instant,
    _ work: @escaping @Sendable () -> HTTPAnswer
  ) -> HTTPAnswer {
    isQuick(profile) ? quickly(profile, at: now, work) : byWorker(profile, work)
  }

  private func isQuick(_ profile: RequestProfile) -> Bool {
    // An effect may hold the lock for an unknown time.
    paces.pace(at: profile.place) == .quick && profile.lock?.isHeld != true
  }

  /// Processes a quick request on this thread.
  private func quickly(
    _ profile: RequestProfile, at now: ContinuousClock.Instant, _ work: () -> HTTPAnswer
  ) -> HTTPAnswer {
    let number = begin(profile, .server, at: now)
    defer {
      let end = ContinuousClock.now
      paces.note(Self.outcome(after: end - now), at: profile.place)
      self.end(number)
      if let key = profile.turn { turns.end(key, at: end) }
    }
    return Self.$current.withValue(profile.rest, operation: work)
  }

  private static func outcome(after took: Duration) -> PaceTable.Outcome {
    took <= quickLimit ? .quick : took <= lateLimit ? .late : .slow
  }

  private func byWorker(
    _ profile: RequestProfile, _ work: @escaping @Sendable () -> HTTPAnswer
  ) -> HTTPAnswer {
    let isKnownSlow = !isTrial(at: profile.place)
    let pending = Promise()
    let job = job(profile, at: profile.place, isKnownSlow: isKnownSlow) { [self] in
      let answer = Self.$current.withValue(profile.rest, operation: work)
      return { [self] in
        if let key = profile.turn { turns.end(key) }
        pending.fulfill(answer)
      }
    }
    guard pool.run(job) else {
      if let key = profile.turn { turns.end(key) }
      if !isKnownSlow { paces.note(.slow, at: profile.place) }
      return .now(refuse(profile))
    }
    return pending.answer
  }

  /// Returns whether to start a trial, because the pace is unknown.
  private func isTrial(at place: Int) -> Bool {
    paces.pace(at: place) == .unknown && paces.beginTrial(at: place)
  }

  /// Returns the job that processes a request on a worker.
  /// - Parameter work: The work. It returns a closure that's called after its pace is recorded.
  private func job(
    _ profile: RequestProfile, at place: Int, isKnownSlow: Bool,
    _ work: @escaping @Sendable () -> (() -> Void)?
  ) -> WorkerPool.Job {
    WorkerPool.Job(isKnownSlow: isKnownSlow, client: profile.client) { [self] in
      let number = begin(profile, isKnownSlow ? .workerForSlow : .worker, at: .now)
      let before = ThreadUse.current
      let conclude = work()
      paces.note(ThreadUse.current.isQuick(since: before) ? .quick : .slow, at: place)
      end(number)
      conclude?()
    }
  }

  // MARK: Continuing

  /// The request that the current thread processes.
  @TaskLocal private static var current: RequestProfile?

  /// A function that continues the current request on a worker, after it has waited for something such as a store. It
  /// can be called under a lock.
  var onward: Onward {
    guard let profile = Self.current else { return { DispatchQueue.global().async(execute: $0) } }
    return { [self] in resume(profile, $0) }
  }

  typealias Onward = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  private func resume(_ profile: RequestProfile, _ work: @escaping @Sendable () -> Void) {
    // The continuation has its own pace, because it may be slow even if the first part is quick.
    let place = paces.sequel(of: profile.place)
    let isKnownSlow = paces.pace(at: place) != .quick && !isTrial(at: place)
    let job = job(profile, at: place, isKnownSlow: isKnownSlow) {
      Self.$current.withValue(profile, operation: work)
      return nil
    }
    guard !pool.run(job) else { return }
    // The request must still be completed, so it can't be rejected here.
    if !isKnownSlow { paces.note(.slow, at: place) }
    DispatchQueue.global().async(execute: work)
  }

  /// Runs work on a worker that may block, and isn't known to be slow.
  func run(_ work: @escaping @Sendable () -> Void) {
    let job = WorkerPool.Job(isKnownSlow: false, client: nil, body: work)
    guard !pool.run(job) else { return }
    // The work must still be done, so it can't be rejected here.
    DispatchQueue.global().async(execute: work)
  }

  /// The number of busy workers, and the number of jobs that wait for one.
  var load: (busy: Int, queued: Int) { pool.load }

  /// The number of requests that wait for the turn of their scene.
  var waiting: Int { turns.waiting }

  // MARK: Watching

  /// Starts to use workers, because requests can block each other from now on.
  func start() {
    isServing.store(true, ordering: .relaxed)
    watchLater()
  }

  func stop() { isServing.store(false, ordering: .relaxed) }

  private func watchLater() {
    Self.watch.asyncAfter(deadline: .now() + Self.watchInterval) { [weak self] in
      guard let self, isServing.load(ordering: .relaxed) else { return }
      look(at: .now)
      watchLater()
    }
  }

  private func begin(
    _ profile: RequestProfile, _ place: Run.Place, at now: ContinuousClock.Instant
  ) -> UInt64 {
    let number = runs.add(1, ordering: .relaxed).newValue
    underWay.withLock {
      $0[number] = Run(profile: profile, place: place, began: now)
    }
    return number
  }

  private func end(_ number: UInt64) {
    guard let run = underWay.withLock({ $0.removeValue(forKey: number) }), run.isLost else {
      return
    }
    if run.place != .server {
      pool.regain(isKnownSlow: run.place == .workerForSlow, client: run.profile.client)
    }
    logger.notice(
      "Slow request finished after \(Self.seconds(since: run.began)) s: \(Self.name(run.profile))"
    )
  }

  /// Logs work that takes too long, rejects the requests that wait for it, and replaces its worker.
  func look(at now: ContinuousClock.Instant) {
    let late = underWay.withLock { runs in
      let late = runs.filter { !$0.value.isLost && now - $0.value.began >= SceneTurns.patience }
      for number in late.keys { runs[number]?.isLost = true }
      return late.values
    }
    for run in late {
      logger.error(
        """
        \(Self.name(run.profile)) has been running for \(Self.seconds(since: run.began)) s and blocks \
        \(run.place == .server ? "a thread of the server and its connections" : "a worker"). \
        Its reducer, its view, or a dependency that they call is slow or never returns. Move slow work \
        into an effect. \
        \(run.profile.turn == nil ? "" : "Until it finishes, other requests for the scene are rejected.")
        """)
      if run.place != .server {
        pool.lose(isKnownSlow: run.place == .workerForSlow, client: run.profile.client)
      }
      if let key = run.profile.turn { turns.refuseWaiting(of: key) }
    }
  }

  private static func seconds(since began: ContinuousClock.Instant) -> Int {
    Int((ContinuousClock.now - began) / .seconds(1))
  }

  private static func name(_ profile: RequestProfile) -> String {
    let scene = profile.turn.map { "scene \($0.sceneID)" } ?? "a page"
    return "\(scene) of \(profile.mount), at \(LogLine.singleLine(profile.path.prefix(200)))"
  }
}

/// The resources that a thread has used so far.
private struct ThreadUse {
  let time: ContinuousClock.Instant
  let processor: Duration
  /// The number of times that the thread has waited for something.
  let waits: Int

  /// The value of Linux's `RUSAGE_THREAD`, which isn't imported into Swift.
  private static let thread: Int32 = 1

  static var current: ThreadUse {
    var use = rusage()
    getrusage(thread, &use)
    return ThreadUse(
      time: .now, processor: duration(use.ru_utime) + duration(use.ru_stime), waits: use.ru_nvcsw)
  }

  private static func duration(_ time: timeval) -> Duration {
    .seconds(time.tv_sec) + .microseconds(time.tv_usec)
  }

  /// Returns whether the work since an earlier measurement was quick. Time while other threads used the core doesn't
  /// count, but time while the thread waited does.
  func isQuick(since before: ThreadUse) -> Bool {
    let took = waits > before.waits ? time - before.time : processor - before.processor
    return took <= Workload.quickLimit
  }
}
