import CairnDependencies
import CairnFeatures
import CairnSessions
import DequeModule
import Dispatch
import Synchronization

/// The lock of a scene, which protects the scene's stores.
///
/// A request holds it on its own thread. An effect holds it only while it sends an action. The work of a view's `.task`
/// holds it from one suspension to the next. A thread that holds it may need the lock of another scene, whose model or
/// navigator it uses. See ``IsolationLock``.
///
/// `@unchecked Sendable`: All mutable properties except `posts` are only used while the lock is held.
final class SceneIsolation: SettlingIsolation, HoldableLock, @unchecked Sendable {
  private let lock = IsolationLock()
  /// The number of running effects.
  private(set) var running = 0
  /// The number of effects that have started so far.
  private(set) var begun = 0
  /// The number of actions that the stores have processed.
  private(set) var actions = 0
  /// Whether an effect is changing the state while no submission waits for effects.
  private(set) var isChangedByEffect = false
  /// Whether the scene has ended.
  private(set) var isEnded = false
  private var hasActed = false
  /// The saved flags of the threads that have lent the lock.
  private var lent: [(isChangedByEffect: Bool, hasActed: Bool)] = []
  /// Whether the holder is doing a borrower's work in the middle of its own.
  private var actsForBorrower = false
  private var waiters: [SettleWaiter] = []
  private var lastWaiter = 0
  /// The closures that wait until no effect is running.
  private var endWaiters: [() -> Void] = []
  /// The term of the scene's lease, or `nil` if the scene has none.
  private let term: LeaseTerm?
  private let settling: SceneSettling
  /// The ready and running jobs of effects, or `nil` outside tests.
  let jobs: EffectJobs?

  /// The object that is notified of events under the lock.
  weak var owner: (any SceneIsolationOwner)?

  /// Closures that wait for the lock. The thread that has the lock runs them under it.
  private let posts = Mutex<Deque<@Sendable () -> Void>>([])
  /// Closures that the thread with the lock runs without the lock, as soon as it's free.
  private var afterwards: [() -> Void] = []

  /// The priority of effects, which is high because a user waits for the resulting page.
  let effectPriority: TaskPriority? = .userInitiated

  /// - Parameters:
  ///   - rule: How long responses wait for effects.
  ///   - term: The term of the scene's lease, or `nil` if the scene has none.
  init(_ rule: SettleRule = SettleRule(), under term: LeaseTerm? = nil) {
    self.term = term
    settling = SceneSettling(longestPause: rule.longestPause)
    jobs = rule.countsJobs ? EffectJobs() : nil
  }

  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    acquire()
    defer { release() }
    return try body()
  }

  /// Acquires the lock, for code that can't use a closure.
  func acquire() {
    let hasEntered = lock.enter()
    precondition(hasEntered, "A scene's lock was acquired twice.")
  }

  func release() {
    // The thread that has lent the lock continues.
    guard !lock.isLent else { return lock.leave() }
    let afterwards = afterwards
    self.afterwards = []
    lock.leave()
    for body in afterwards { body() }
    workOff()
  }

  /// Runs a closure under the lock if it's free. Otherwise, returns `nil`.
  func tryLock<Result>(_ body: () -> Result) -> Result? {
    guard lock.tryEnter() else { return nil }
    defer { release() }
    return body()
  }

  /// Runs a closure under the lock, without waiting.
  ///
  /// If the lock is free, the closure runs now. Otherwise, it runs on the thread that has the lock, as soon as that
  /// thread is done.
  func post(_ body: @escaping @Sendable () -> Void) {
    posts.withLock { $0.append(body) }
    workOff()
  }

  /// Runs a closure on this thread as soon as the lock is free.
  func afterward(_ body: @escaping () -> Void) { afterwards.append(body) }

  /// Runs the closures that were posted while the lock was held.
  private func workOff() {
    // A key path isn't resolved by the compiler here. It would take longer than the lock.
    while !posts.withLock({ $0.isEmpty }) {
      // If another thread has the lock by now, it runs the closures.
      guard lock.tryEnter() else { return }
      while let body = posts.withLock({ $0.popFirst() }) { body() }
      let afterwards = afterwards
      self.afterwards = []
      lock.leave()
      for body in afterwards { body() }
    }
  }

  /// Whether any thread has the lock.
  var isHeld: Bool { lock.isHeld }

  /// Whether another thread has lent the lock to this one, which has it.
  var isLent: Bool { lock.isLent }

  /// Whether the current work is a borrower's, instead of the holder's own.
  var isForBorrower: Bool { lock.isLent || actsForBorrower }

  /// Whether this thread has the lock.
  var isHeldHere: Bool { lock.isHeldHere }

  /// Whether a request waits for the scene's effects.
  var isAwaited: Bool { !waiters.isEmpty }

  /// Whether a submission waits for the scene's effects. Their changes are its result, and are stored with it.
  var isAwaitedBySubmission: Bool { waiters.contains { $0.isSubmission } }

  func perform(_ body: @escaping @Sendable () -> Void) async {
    // There's no work left for a scene that has ended, so its tasks end as well.
    if act(body) { withUnsafeCurrentTask { $0?.cancel() } }
  }

  /// Runs a closure for an effect, and returns whether the scene has ended.
  private func act(_ body: () -> Void) -> Bool {
    performNow {
      body()
      return isEnded
    }
  }

  func enter() -> Bool {
    // For example, the work of a view already has the lock.
    guard lock.enter() else { return false }
    // For example, the process was stopped, and another server runs the scene now.
    if let term, !isEnded, !lock.isLent, term.isOver { owner?.isolationLostLease() }
    if lock.isLent {
      lent.append((isChangedByEffect, hasActed))
      if lent.count == 1, !actsForBorrower { owner?.isolationLent(true) }
    }
    isChangedByEffect = !isAwaitedBySubmission
    hasActed = false
    return true
  }

  func leave() {
    guard !lock.isLent else { return giveBack() }
    isChangedByEffect = false
    if hasActed { reportChange() }
    release()
  }

  /// Returns the lock to the thread that has lent it, in the middle of that thread's work.
  private func giveBack() {
    let hasChanged = hasActed
    (isChangedByEffect, hasActed) = lent.removeLast()
    if lent.isEmpty, !actsForBorrower { owner?.isolationLent(false) }
    lock.leave()
    guard hasChanged else { return }
    // This waits until that thread's work is done, because its page may show the state from before.
    post { [self] in reportChange() }
  }

  /// Reports that an effect has sent actions. Only their consequences matter to a request that waits for them.
  private func reportChange() {
    if waiters.isEmpty {
      owner?.isolationChangedByEffect()
    } else {
      owner?.isolationChangedForRequest()
    }
  }

  func performForBorrower(_ body: () -> Void) {
    guard !isForBorrower else { return body() }
    let earlier = isChangedByEffect
    actsForBorrower = true
    isChangedByEffect = !isAwaitedBySubmission
    owner?.isolationLent(true)
    body()
    actsForBorrower = false
    isChangedByEffect = earlier
    owner?.isolationLent(false)
  }

  var taskExecutor: (any TaskExecutor)? { SceneExecutor(self) }

  var effectExecutor: (any TaskExecutor)? { jobs == nil ? nil : CountingExecutor(self) }

  func runningEffectsChanged(by difference: Int) {
    running += difference
    if difference > 0 { begun += difference }
    let hasToLook = settling.note(running: running)
    if difference < 0 {
      jobs?.noteEffectEnd()
      owner?.isolationEndedEffect()
    }
    guard running == 0 else {
      if hasToLook { look() }
      return
    }
    fireWaiters()
    let endWaiters = endWaiters
    self.endWaiters = []
    for body in endWaiters { body() }
  }

  func actionProcessed() {
    hasActed = true
    actions += 1
    settling.noteAction()
    owner?.isolationActed()
  }

  func workHandedOver() { settling.noteAction() }

  func activity(at place: EffectPlace?) -> EffectActivity? {
    activity(at: place, isOfView: false)
  }

  func activity(at place: EffectPlace?, isOfView: Bool) -> EffectActivity? {
    let activity = EffectActivity(isolation: self, isOfView: isOfView) {
      [weak self] activity, change in
      guard let self else { return }
      if settling.note(change, of: activity) { look() }
    }
    settling.begin(activity, at: place)
    return activity
  }

  // MARK: Settling

  /// A number that changes whenever effects may have something to do.
  ///
  /// It changes when effects start or end, for each action, and when something is passed to them.
  var epoch: UInt64 { settling.epoch }

  /// Returns whether no effect is working, or will be before a deadline.
  func isSettled(until deadline: ContinuousClock.Instant) -> Bool {
    running == 0
      || jobs?.isIdle != false && settling.isSettled(until: deadline, running: running)
  }

  /// Records that an effect's job became ready.
  func jobBegan() {
    guard let jobs else { return }
    jobs.begin()
    settling.noteAction()
  }

  /// Records that an effect's job has run, after it has left the lock.
  func jobEnded() {
    if let jobs, jobs.end(), settling.noteIdle() { look() }
  }

  /// The number of effects that have started, except for effects that only listen. See ``SceneSettling/listening``.
  var begunWork: Int { begun - settling.listening }

  /// Whether effects are running that may change something without a request.
  var mayChange: Bool { running > settling.listening }

  /// Returns where the working effects are created in the source, as far as it's known.
  func workingPlaces(until deadline: ContinuousClock.Instant) -> [EffectPlace] {
    settling.workingPlaces(until: deadline)
  }

  /// Calls a closure once, under the lock, when no effect is working or the time limit is over.
  ///
  /// Call this method under the lock, while effects are running.
  /// - Parameters:
  ///   - isSubmission: Whether a submission waits, as opposed to a page.
  ///   - onward: Where the work continues after the time limit.
  func whenSettled(
    until deadline: ContinuousClock.Instant, isSubmission: Bool,
    _ onward: @escaping Workload.Onward, _ body: @escaping () -> Void
  ) {
    lastWaiter += 1
    let number = lastWaiter
    waiters.append(
      SettleWaiter(number: number, deadline: deadline, isSubmission: isSubmission, body: body))
    if settling.note(isAwaited: true) { look() }
    let left = (deadline - .now).components
    let nanoseconds = Int(left.seconds) * 1_000_000_000 + Int(left.attoseconds / 1_000_000_000)
    let end = DispatchTime.now() + .nanoseconds(max(0, nanoseconds))
    Self.deadlines.asyncAfter(deadline: end) { [self] in
      let isOver = tryLock { !waiters.contains { $0.number == number } }
      guard isOver != true else { return }
      onward { [self] in withLock { fireWaiters { $0.number == number } } }
    }
  }

  /// A queue that only watches the time, so that neither effects nor requests can keep it busy.
  private static let deadlines = DispatchQueue(label: "cairn.deadlines", qos: .userInteractive)

  /// The number of turns that other ready work gets before waiting effects are assumed to keep waiting.
  private static let turns = 4

  /// Lets effects run if something was passed to them, such as an element of a stream that an action has sent. Then
  /// notifies requests that wait for working effects.
  private func look() {
    Task.detached(priority: effectPriority) { [self] in
      repeat {
        let epoch = settling.epoch
        for _ in 0..<Self.turns { await Task.yield() }
        guard withLock({ conclude(since: epoch) }) else { return }
      } while true
    }
  }

  /// Returns whether the effects must be checked again. Call this method under the lock.
  private func conclude(since epoch: UInt64) -> Bool {
    let look = settling.conclude(since: epoch, running: running)
    if case .settled = look { fireWaiters { isSettled(until: $0.deadline) } }
    if case .again = look { return true }
    return false
  }

  /// Marks the scene as ended. Requests that wait for its effects continue. Call this method under the lock.
  func end() {
    isEnded = true
    owner = nil
    fireWaiters()
  }

  /// Calls a closure under the lock as soon as no effect is running. Call this method under the lock.
  func whenEffectsEnd(_ body: @escaping () -> Void) {
    if running == 0 { body() } else { endWaiters.append(body) }
  }

  private func fireWaiters(where isOver: (SettleWaiter) -> Bool = { _ in true }) {
    let settled = waiters.filter(isOver)
    waiters.removeAll(where: isOver)
    if waiters.isEmpty { _ = settling.note(isAwaited: false) }
    for waiter in settled { waiter.body() }
  }
}

/// A request that waits for a scene's effects.
private struct SettleWaiter {
  /// A number that identifies the waiter in its scene.
  let number: Int
  let deadline: ContinuousClock.Instant
  let isSubmission: Bool
  let body: () -> Void
}

/// Receives events of a scene's lock. All methods are called under the lock.
protocol SceneIsolationOwner: AnyObject {
  /// Called after each action.
  func isolationActed()

  /// Called after an effect has sent actions that aren't part of a submission.
  func isolationChangedByEffect()

  /// Called after an effect has sent actions that a request waits for.
  func isolationChangedForRequest()

  /// Called when an effect has ended.
  func isolationEndedEffect()

  /// Called when the lock is lent, and when it's returned.
  /// - Parameter isLent: Whether another thread is using the scene in the middle of the holder's work, or the holder is
  ///   doing the work of such a thread.
  func isolationLent(_ isLent: Bool)

  /// Called when an effect continues, but the scene's lease is over.
  func isolationLostLease()
}
