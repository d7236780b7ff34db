import CairnDependencies
import CairnFeatures
import DequeModule
import Dispatch
import Synchronization

/// The lock of a scene: whoever touches the scene's stores holds it.
///
/// A request takes it on its own thread; an effect takes it for the moment in which it sends an
/// action; the work of a view's `.task` runs under it from one suspension to the next. A thread that holds
/// it may want another scene's, whose model or navigator it uses; see ``IsolationLock``.
///
/// `@unchecked Sendable`: everything but the lock is used while the lock is held.
final class SceneIsolation: SettlingIsolation, HoldableLock, @unchecked Sendable {
  private let lock = IsolationLock()
  /// How many effects run.
  private(set) var running = 0
  /// How many effects have begun.
  private(set) var begun = 0
  /// How many actions the stores have processed.
  private(set) var actions = 0
  /// Whether the state is being changed by an effect that no submission waits for.
  private(set) var isChangedByEffect = false
  /// Whether the scene is gone.
  private(set) var isEnded = false
  private var hasActed = false
  /// The flags of the threads that have lent the lock.
  private var lent: [(isChangedByEffect: Bool, hasActed: Bool)] = []
  /// Whether this thread does what a borrower has asked for in the middle of its work.
  private var actsForBorrower = false
  private var waiters: [SettleWaiter] = []
  private var lastWaiter = 0
  private let settling = SceneSettling()

  /// Follows what happens under the lock.
  weak var owner: (any SceneIsolationOwner)?

  /// What waits for the lock to be free, to be done under it by the thread that has it.
  private let posts = Mutex<Deque<@Sendable () -> Void>>([])
  /// What is done without the lock by the thread that has it, once it's free.
  private var afterwards: [() -> Void] = []

  /// Somebody waits for the page that effects lead to.
  let effectPriority: TaskPriority? = .userInitiated

  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    acquire()
    defer { release() }
    return try body()
  }

  /// Takes the lock, for who can not do what it has to do in a closure.
  func acquire() {
    let hasEntered = lock.enter()
    precondition(hasEntered, "The lock of a scene is taken twice.")
  }

  func release() {
    // The thread that has lent it goes on.
    guard !lock.isLent else { return lock.leave() }
    let afterwards = afterwards
    self.afterwards = []
    lock.leave()
    for body in afterwards { body() }
    workOff()
  }

  /// Runs a closure under the lock if it's free; `nil` if it isn't.
  func tryLock<Result>(_ body: () -> Result) -> Result? {
    guard lock.tryEnter() else { return nil }
    defer { release() }
    return body()
  }

  /// Runs a closure under the lock, without waiting: now if the lock is free, or else on the thread that has it, as soon
  /// as that's done.
  func post(_ body: @escaping @Sendable () -> Void) {
    posts.withLock { $0.append(body) }
    workOff()
  }

  /// Runs a closure on this thread as soon as the lock is free.
  func afterward(_ body: @escaping () -> Void) { afterwards.append(body) }

  /// Does what was posted while the lock was held.
  private func workOff() {
    while !posts.withLock(\.isEmpty) {
      // A thread that has it by now does it.
      guard lock.tryEnter() else { return }
      while let body = posts.withLock({ $0.popFirst() }) { body() }
      let afterwards = afterwards
      self.afterwards = []
      lock.leave()
      for body in afterwards { body() }
    }
  }

  /// Whether anybody has the lock at this moment.
  var isHeld: Bool { lock.isHeld }

  /// Whether another thread has lent the lock to this one, which has it.
  var isLent: Bool { lock.isLent }

  /// Whether what happens is a borrower's, and not the holder's own work.
  var isForBorrower: Bool { lock.isLent || actsForBorrower }

  /// Whether this thread has the lock.
  var isHeldHere: Bool { lock.isHeldHere }

  /// Whether a submission waits for its effects.
  var isAwaited: Bool { !waiters.isEmpty }

  func perform(_ body: @escaping @Sendable () -> Void) async {
    // Of a scene that is gone nothing is left to be done: whoever still works for it ends.
    if act(body) { withUnsafeCurrentTask { $0?.cancel() } }
  }

  /// Does what an effect asks for; answers whether the scene has ended.
  private func act(_ body: () -> Void) -> Bool {
    performNow {
      body()
      return isEnded
    }
  }

  func enter() -> Bool {
    // Such as the work of a view, which has the lock already.
    guard lock.enter() else { return false }
    if lock.isLent {
      lent.append((isChangedByEffect, hasActed))
      if lent.count == 1, !actsForBorrower { owner?.isolationLent(true) }
    }
    // What happens while a submission waits for its effects follows from it.
    isChangedByEffect = waiters.isEmpty
    hasActed = false
    return true
  }

  func leave() {
    guard !lock.isLent else { return giveBack() }
    isChangedByEffect = false
    if hasActed, waiters.isEmpty { owner?.isolationChangedByEffect() }
    release()
  }

  /// Gives the lock back to the thread that has lent it, in the middle of its work.
  private func giveBack() {
    let hasChanged = hasActed
    (isChangedByEffect, hasActed) = lent.removeLast()
    if lent.isEmpty, !actsForBorrower { owner?.isolationLent(false) }
    lock.leave()
    guard hasChanged else { return }
    // When that work is done: a page that it made may show what was there before.
    post { [self] in if waiters.isEmpty { owner?.isolationChangedByEffect() } }
  }

  func performForBorrower(_ body: () -> Void) {
    guard !isForBorrower else { return body() }
    let earlier = isChangedByEffect
    actsForBorrower = true
    isChangedByEffect = waiters.isEmpty
    owner?.isolationLent(true)
    body()
    actsForBorrower = false
    isChangedByEffect = earlier
    owner?.isolationLent(false)
  }

  var taskExecutor: (any TaskExecutor)? { SceneExecutor(self) }

  func runningEffectsChanged(by difference: Int) {
    running += difference
    if difference > 0 { begun += difference }
    let hasToLook = settling.note(running: running)
    if difference < 0 { owner?.isolationEndedEffect() }
    guard running == 0 else {
      if hasToLook { look() }
      return
    }
    fireWaiters()
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

  /// The number of what has happened to the effects: their beginnings, actions, what they were handed.
  var epoch: UInt64 { settling.epoch }

  /// Whether no effect works, or will before a time.
  func isSettled(until deadline: ContinuousClock.Instant) -> Bool {
    settling.isSettled(until: deadline, running: running)
  }

  /// How many effects have begun, without those that only wait for what comes in its own time.
  var begunWork: Int { begun - settling.listening }

  /// Whether effects run that may change something by themselves.
  var mayChange: Bool { running > settling.listening }

  /// Where the effects are made that work, as far as that is known.
  func workingPlaces(until deadline: ContinuousClock.Instant) -> [EffectPlace] {
    settling.workingPlaces(until: deadline)
  }

  /// Calls a closure once, under the lock: when no effect works, or when the time is over.
  ///
  /// To be called under the lock, while effects run.
  /// - Parameter onward: Where it goes on when the time is over.
  func whenSettled(
    until deadline: ContinuousClock.Instant, _ onward: @escaping Workload.Onward,
    _ body: @escaping () -> Void
  ) {
    lastWaiter += 1
    let number = lastWaiter
    waiters.append(SettleWaiter(number: number, deadline: deadline, body: body))
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

  /// Where nothing but the time is looked at: neither effects nor other requests can keep it busy.
  private static let deadlines = DispatchQueue(label: "cairn.deadlines", qos: .userInteractive)

  /// How often whatever is ready to run gets a turn before effects that wait are taken to go on
  /// waiting.
  private static let turns = 4

  /// Lets effects that were handed something have their turn, such as the element of a stream that an
  /// action has sent, and then tells who waits for those that work.
  private func look() {
    Task.detached(priority: effectPriority) { [self] in
      repeat {
        let epoch = settling.epoch
        for _ in 0..<Self.turns { await Task.yield() }
        guard withLock({ conclude(since: epoch) }) else { return }
      } while true
    }
  }

  /// Answers whether it has to be looked again. To be called under the lock.
  private func conclude(since epoch: UInt64) -> Bool {
    let look = settling.conclude(since: epoch, running: running)
    if case .settled = look { fireWaiters { isSettled(until: $0.deadline) } }
    if case .again = look { return true }
    return false
  }

  /// Says under the lock that the scene is gone. Who waits for its effects waits no longer.
  func end() {
    isEnded = true
    owner = nil
    fireWaiters()
  }

  private func fireWaiters(where isOver: (SettleWaiter) -> Bool = { _ in true }) {
    let settled = waiters.filter(isOver)
    waiters.removeAll(where: isOver)
    if waiters.isEmpty { _ = settling.note(isAwaited: false) }
    for waiter in settled { waiter.body() }
  }
}

/// What waits for a scene's effects.
private struct SettleWaiter {
  /// Identifies it among those of the scene.
  let number: Int
  let deadline: ContinuousClock.Instant
  let body: () -> Void
}

/// Follows what happens under a scene's lock. All of it is called under the lock.
protocol SceneIsolationOwner: AnyObject {
  /// Called after each action.
  func isolationActed()

  /// Called after an effect has sent actions by itself.
  func isolationChangedByEffect()

  /// Called when an effect has ended.
  func isolationEndedEffect()

  /// Called with true when another thread uses the scene in the middle of the holder's work, or the holder does what such
  /// a thread has asked for, and with false when that's done.
  func isolationLent(_ isLent: Bool)
}
