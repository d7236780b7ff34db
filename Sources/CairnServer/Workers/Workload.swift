import CairnHTTP
import CairnSessions
import Dispatch
import Logging
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// What a request is for, as far as that says where it is worked at.
struct Errand: Sendable {
  /// Where the pace of its like is noted.
  let place: Int
  /// The scene that it is for; `nil` for a page of none.
  var turn: SceneTurns.Key?
  /// The scene's lock, if it is in memory.
  var lock: (any HoldableLock)?
  let mount: String
  let path: String
  /// Who asks; nil if that's unknown, or this machine.
  var client: AddressGroup?

  /// What is left of it when its turn is over: it holds up nobody then, and holds no scene.
  var rest: Errand {
    var rest = self
    rest.turn = nil
    rest.lock = nil
    return rest
  }
}

/// A lock that may be held, who knows how long.
protocol HoldableLock: Sendable {
  /// Whether anybody has it at this moment.
  var isHeld: Bool { get }
}

/// Decides where a request is worked at: on the server's thread that has it, or by a worker while its
/// connection waits.
///
/// libmicrohttpd has a thread a core, and each serves its connections one after another: what is slow on
/// one of them keeps everybody waiting. See ``PaceTable`` for what is taken to be slow.
final class Workload: Sendable {
  private let paces = PaceTable()
  private let turns = SceneTurns()
  private let pool: WorkerPool
  private let logger: Logger
  /// What answers where a scene is at something else for too long, or all workers are.
  private let refuse: @Sendable () -> HTTPResponse
  /// Whether there are others to be kept waiting: not where requests come from no socket.
  private let isServing = Atomic(false)
  private let underWay = Mutex<[UInt64: Run]>([:])
  private let runs = Atomic<UInt64>(0)
  /// Where nothing but the time is watched, so that no work can keep it busy.
  private static let watch = DispatchQueue(label: "cairn.workers", qos: .userInteractive)

  /// Work that has begun.
  private struct Run {
    /// Who works at it.
    enum Place { case server, worker, workerForSlow }

    let errand: Errand
    let place: Place
    let began: ContinuousClock.Instant
    /// Whether it is taken not to come back.
    var isLost = false
  }

  /// How long something may take to be called quick.
  static let quickLimit = Duration.milliseconds(5)
  /// How long something can not have taken because others had the core.
  private static let lateLimit = Duration.milliseconds(50)
  /// How often it is looked for what takes too long.
  private static let watchInterval = DispatchTimeInterval.seconds(1)

  init(
    workers: Int? = nil, logger: Logger, refuse: @escaping @Sendable () -> HTTPResponse
  ) {
    let cores = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    pool = WorkerPool(limit: workers ?? max(16, cores * 4))
    self.logger = logger
    self.refuse = refuse
  }

  /// Where the pace of a request is noted.
  /// - Parameter tap: The button that was pressed; 0 for none.
  func place(of request: HTTPRequest, tap: UInt64 = 0) -> Int {
    let number = tap ^ (request.isRead ? 0 : 1 << 63)
    return paces.place(
      request.rawPath, number ^ UInt64(paces.place(request.query ?? "", 0)))
  }

  /// Works at an errand: at once where that is known to be quick, else by a worker.
  func answer(_ errand: Errand, _ work: @escaping @Sendable () -> HTTPAnswer) -> HTTPAnswer {
    guard isServing.load(ordering: .relaxed) else { return work() }
    let now = ContinuousClock.now
    guard let key = errand.turn, !turns.takeIfFree(key, at: now) else {
      return atOnce(errand, at: now, work)
    }
    let pending = Promise<HTTPResponse>()
    let outcome = turns.take(key, at: now) { [self] isItsTurn in
      // Not on the thread that has ended its turn: more and more may wait meanwhile.
      pending.fulfill(isItsTurn ? byWorker(errand, work) : .now(refuse()))
    }
    switch outcome {
    case .refused: return .now(refuse())
    case .waiting: return pending.answer
    case .taken: return atOnce(errand, at: now, work)
    }
  }

  /// Works at an errand whose turn it is.
  private func atOnce(
    _ errand: Errand, at now: ContinuousClock.Instant,
    _ work: @escaping @Sendable () -> HTTPAnswer
  ) -> HTTPAnswer {
    isQuick(errand) ? quickly(errand, at: now, work) : byWorker(errand, work)
  }

  private func isQuick(_ errand: Errand) -> Bool {
    // Its lock may be an effect's, who knows how long.
    paces.pace(at: errand.place) == .quick && errand.lock?.isHeld != true
  }

  /// Works at what is known to be quick, on this thread.
  private func quickly(
    _ errand: Errand, at now: ContinuousClock.Instant, _ work: () -> HTTPAnswer
  ) -> HTTPAnswer {
    let number = begin(errand, .server, at: now)
    defer {
      let end = ContinuousClock.now
      paces.note(Self.outcome(after: end - now), at: errand.place)
      self.end(number)
      if let key = errand.turn { turns.end(key, at: end) }
    }
    return Self.$current.withValue(errand.rest, operation: work)
  }

  private static func outcome(after took: Duration) -> PaceTable.Outcome {
    took <= quickLimit ? .quick : took <= lateLimit ? .late : .slow
  }

  private func byWorker(
    _ errand: Errand, _ work: @escaping @Sendable () -> HTTPAnswer
  ) -> HTTPAnswer {
    let isKnownSlow = !isTrial(at: errand.place)
    let pending = Promise<HTTPResponse>()
    let job = job(errand, at: errand.place, isKnownSlow: isKnownSlow) { [self] in
      let answer = Self.$current.withValue(errand.rest, operation: work)
      return { [self] in
        if let key = errand.turn { turns.end(key) }
        pending.fulfill(answer)
      }
    }
    guard pool.run(job) else {
      if let key = errand.turn { turns.end(key) }
      if !isKnownSlow { paces.note(.slow, at: errand.place) }
      return .now(refuse())
    }
    return pending.answer
  }

  /// Whether something is to be tried, as its pace is not known.
  private func isTrial(at place: Int) -> Bool {
    paces.pace(at: place) == .unknown && paces.beginTrial(at: place)
  }

  /// What a worker does for an errand.
  /// - Parameter work: Answers what is to be done when its pace is noted.
  private func job(
    _ errand: Errand, at place: Int, isKnownSlow: Bool,
    _ work: @escaping @Sendable () -> (() -> Void)?
  ) -> WorkerPool.Job {
    WorkerPool.Job(isKnownSlow: isKnownSlow, client: errand.client) { [self] in
      let number = begin(errand, isKnownSlow ? .workerForSlow : .worker, at: .now)
      let before = ThreadUse.current
      let conclude = work()
      paces.note(ThreadUse.current.isQuick(since: before) ? .quick : .slow, at: place)
      end(number)
      conclude?()
    }
  }

  // MARK: Going on

  /// The errand that is worked at here.
  @TaskLocal private static var current: Errand?

  /// Where what is worked at here goes on when it has waited for something, such as a store: by a worker,
  /// apart from what is slow. Also under a lock.
  var onward: Onward {
    guard let errand = Self.current else { return { DispatchQueue.global().async(execute: $0) } }
    return { [self] in goOn(with: errand, $0) }
  }

  typealias Onward = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  private func goOn(with errand: Errand, _ work: @escaping @Sendable () -> Void) {
    // Its pace is one of its own: it may be slow where what came before is quick.
    let place = paces.sequel(of: errand.place)
    let isKnownSlow = paces.pace(at: place) != .quick && !isTrial(at: place)
    let job = job(errand, at: place, isKnownSlow: isKnownSlow) {
      Self.$current.withValue(errand, operation: work)
      return nil
    }
    guard !pool.run(job) else { return }
    // Somebody waits for it all the same.
    if !isKnownSlow { paces.note(.slow, at: place) }
    DispatchQueue.global().async(execute: work)
  }

  /// How many requests wait for the turn of their scene.
  var waiting: Int { turns.waiting }

  // MARK: Watching

  /// Others may have to wait from here on.
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
    _ errand: Errand, _ place: Run.Place, at now: ContinuousClock.Instant
  ) -> UInt64 {
    let number = runs.add(1, ordering: .relaxed).newValue
    underWay.withLock {
      $0[number] = Run(errand: errand, place: place, began: now)
    }
    return number
  }

  private func end(_ number: UInt64) {
    guard let run = underWay.withLock({ $0.removeValue(forKey: number) }), run.isLost else {
      return
    }
    if run.place != .server {
      pool.regain(isKnownSlow: run.place == .workerForSlow, client: run.errand.client)
    }
    logger.notice(
      "What took so long is done after \(Self.seconds(since: run.began)) s: \(Self.name(run.errand))"
    )
  }

  /// Names what takes too long, sends away who waits for it, and replaces its worker.
  func look(at now: ContinuousClock.Instant) {
    let late = underWay.withLock { runs in
      let late = runs.filter { !$0.value.isLost && now - $0.value.began >= SceneTurns.patience }
      for number in late.keys { runs[number]?.isLost = true }
      return late.values
    }
    for run in late {
      logger.error(
        """
        \(Self.name(run.errand)) has been working for \(Self.seconds(since: run.began)) s and holds \
        \(run.place == .server ? "a thread of the server and its connections" : "a worker"). Its reducer, its view, or a dependency that they call, is slow or never returns: do what \
        takes time in an effect. \
        \(run.errand.turn == nil ? "" : "Until then other requests of the scene are refused.")
        """)
      if run.place != .server {
        pool.lose(isKnownSlow: run.place == .workerForSlow, client: run.errand.client)
      }
      if let key = run.errand.turn { turns.refuseWaiting(of: key) }
    }
  }

  private static func seconds(since began: ContinuousClock.Instant) -> Int {
    Int((ContinuousClock.now - began) / .seconds(1))
  }

  private static func name(_ errand: Errand) -> String {
    let scene = errand.turn.map { "scene \($0.mark)" } ?? "a page"
    return "\(scene) of \(errand.mount), at \(LogLine.singleLine(errand.path.prefix(200)))"
  }
}

/// What a thread has used so far.
private struct ThreadUse {
  let time: ContinuousClock.Instant
  let processor: Duration
  /// How often it has waited for something.
  let waits: Int

  /// Linux's `RUSAGE_THREAD`, which Swift does not see.
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

  /// Whether what was done meanwhile is quick. Time in which others had the core does not count, but time
  /// in which it waited for something does.
  func isQuick(since before: ThreadUse) -> Bool {
    let took = waits > before.waits ? time - before.time : processor - before.processor
    return took <= Workload.quickLimit
  }
}
