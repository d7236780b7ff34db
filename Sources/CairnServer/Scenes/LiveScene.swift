import CairnApplications
import CairnDependencies
import CairnFeatures
import CairnRecorder
import CairnReducers
import CairnSessions
import CairnTexts
import Synchronization

/// A scene in memory, with its own instance of its application.
///
/// It consists of a lock and values that never change. Everything else is in the ``SceneRuntime``, which is accessible
/// only through a ``SceneAccess``.
final class LiveScene: Sendable {
  let mount: Mount
  /// The scene's ID in the query of its URLs, or `nil` for a temporary scene that only makes a page.
  let sceneID: String?
  /// A number that differs from the numbers of all other scenes of the process, including ended ones.
  let number = LiveScene.numbers.add(1, ordering: .relaxed).newValue
  let isolation: SceneIsolation
  /// The scene's state in the store, or `nil` for a temporary scene.
  let record: SceneRecord?
  /// The session as the scene's features use it, or `nil` for a temporary scene.
  let session: SceneSession?
  /// The term of the scene's lease, or `nil` if the store has no leases or the scene is temporary.
  private let term: LeaseTerm?
  /// The tokens of the pages that the scene's browser shows.
  let pages = KnownPages()
  /// Whether part of the state can't be stored, and is therefore lost with the scene.
  let hasUnstoredState: Bool
  /// The size of the snapshot that the scene was restored from, in bytes.
  let restoredSize: Int
  private let isUsed = Atomic(false)
  private let dependencies: DependencyValues
  // The compiler can't know that a `SceneAccess` exists only while its thread holds the lock.
  private nonisolated(unsafe) let runtime: SceneRuntime

  private static let numbers = Atomic<UInt64>(0)

  /// Creates a scene with a new instance of its application.
  /// - Parameters:
  ///   - record: The scene's state in the store, or `nil` for a temporary scene that only makes a page.
  ///   - session: The session as the scene's features use it, or `nil` for a temporary scene.
  ///   - term: The term of the scene's lease, or `nil` if the store has no leases.
  ///   - snapshot: The snapshot to restore. If its state can't be read completely, its location is opened.
  ///   - onEvent: Called under the lock with the scene's events.
  init(
    mount: Mount, record: SceneRecord?, dependencies: DependencyValues,
    session: SceneSession? = nil, under term: LeaseTerm? = nil,
    from snapshot: SceneSnapshot? = nil, size: Int = 0,
    recorder: JournalRecorder? = nil, activity: StoreActivity = .live,
    onEvent: @escaping (SceneEvent, borrowing SceneAccess) -> Void = { _, _ in }
  ) {
    self.mount = mount
    self.record = record
    self.session = session
    self.term = term
    sceneID = record?.sceneID.text
    restoredSize = size
    let isolation = SceneIsolation(dependencies.settleRule, under: term)
    self.isolation = isolation
    var dependencies = dependencies
    let beginRecording = recorder?.prepare(&dependencies) { isolation.isHeldHere }
    // Each scene starts at 0, so two scenes that are made from one state continue with equal IDs.
    dependencies.stackElementIDs = StackElementIDs()
    dependencies.secretTexts = SecretTexts()
    let requests = dependencies.beginRequests()
    dependencies.useLocale(of: mount.localization)
    self.dependencies = dependencies
    // Effects that the application starts immediately wait until the scene is complete.
    isolation.acquire()
    let page = DependencyValues.$_current.withValue(dependencies) {
      StoreActivityContext.$current.withValue(activity) {
        StoreIsolationContext.$current.withValue(isolation) { mount.make() }
      }
    }
    hasUnstoredState = page.hasUnstoredState
    runtime = SceneRuntime(
      page, mount: mount, sceneID: sceneID, isolation: isolation, session: session, record: record,
      requests: requests, languages: dependencies.browserLanguages,
      recorder: beginRecording?(page, mount), onEvent: onEvent)
    if sceneID != nil { isolation.owner = self }
    if let snapshot { withAccess { $0.scene.resume(snapshot) } }
    isolation.release()
  }

  // MARK: Access

  /// Runs a closure under the lock, after waiting until the lock is free.
  func withLock<Result>(_ body: (borrowing SceneAccess) throws -> Result) rethrows -> Result {
    try isolation.withLock { try withAccess(untilUnlocked: true, body) }
  }

  /// Runs a closure under the lock if it's free now. Otherwise, returns `nil`.
  func tryLock<Result>(_ body: (borrowing SceneAccess) -> Result) -> Result? {
    isolation.tryLock { withAccess(untilUnlocked: true, body) }
  }

  /// Runs a closure under the lock, without waiting.
  ///
  /// If the lock is free, the closure runs now. Otherwise, it runs on the thread that has the lock, as soon as that
  /// thread is done.
  func post(_ body: @escaping @Sendable (borrowing SceneAccess) -> Void) {
    isolation.post { [self] in withAccess(untilUnlocked: true, body) }
  }

  /// Calls a closure once, under the lock, when no effect is working or the time limit is over.
  /// - Parameters:
  ///   - isSubmission: Whether a submission waits, as opposed to a page.
  ///   - onward: Where the work continues after the time limit.
  func whenSettled(
    _ access: borrowing SceneAccess, until deadline: ContinuousClock.Instant, isSubmission: Bool,
    _ onward: @escaping Workload.Onward, _ body: @escaping (borrowing SceneAccess) -> Void
  ) {
    isolation.whenSettled(until: deadline, isSubmission: isSubmission, onward) { [self] in
      withAccess(untilUnlocked: true, body)
    }
  }

  /// - Parameter untilUnlocked: Whether the scene is unlocked afterward, so that other work can change its state.
  private func withAccess<Result>(
    untilUnlocked: Bool = false, _ body: (borrowing SceneAccess) throws -> Result
  ) rethrows -> Result {
    defer { if untilUnlocked { runtime.unlocked() } }
    return try DependencyValues.$_current.withValue(dependencies) {
      try body(SceneAccess(live: self, scene: runtime))
    }
  }

  /// Runs a closure under the lock, after waiting until the lock is free. The resulting changes are stored and pushed
  /// like the changes of effects.
  func performAsEffect<Result>(_ body: (borrowing SceneAccess) -> Result) -> Result {
    isolation.performNow { withAccess(body) }
  }

  /// Ends the scene's work as soon as its lock is free.
  func end() { post { $0.end() } }

  /// Whether the scene's lease is over, so that another server may be running the scene.
  var isOverdue: Bool { term?.isOver == true }

  // MARK: Uses

  /// Records a request for the scene.
  func noteUse() { isUsed.store(true, ordering: .relaxed) }

  /// Returns whether the scene was requested since the last call.
  func takeUse() -> Bool { isUsed.exchange(false, ordering: .relaxed) }
}

extension LiveScene: SceneIsolationOwner {
  func isolationActed() { withAccess { $0.scene.actionProcessed() } }

  func isolationChangedByEffect() {
    withAccess { access in
      _ = access.scene.updateAppearances()
      access.continueHeldForm()
      access.report(.changed)
      access.report(.redrawn)
    }
  }

  func isolationChangedForRequest() {
    withAccess { access in
      access.continueHeldForm()
      // A page that waits for effects doesn't store their changes.
      if !isolation.isAwaitedBySubmission { access.report(.changed) }
    }
  }

  func isolationEndedEffect() { withAccess { $0.effectEnded() } }

  func isolationLent(_ isLent: Bool) { withAccess { $0.scene.lend(isLent) } }

  func isolationLostLease() { withAccess { $0.end() } }
}

/// Access to a scene while its lock is held. A function that takes one can only be called under the lock.
struct SceneAccess: ~Copyable {
  let live: LiveScene
  let scene: SceneRuntime

  fileprivate init(live: LiveScene, scene: SceneRuntime) {
    self.live = live
    self.scene = scene
  }

  /// Runs a closure on the thread that has the lock, as soon as the lock is free.
  func afterward(_ body: @escaping () -> Void) { live.isolation.afterward(body) }

  func report(_ event: SceneEvent) { scene.onEvent?(event, self) }

  /// Ends the scene's work, and reports that.
  func end() {
    guard scene.onEvent != nil else { return }
    // Browsers that show the scene request it, and thereby load it again.
    report(.ended)
    endQuietly()
  }

  /// Ends the scene's work without reporting it, as the browser's page is up to date.
  func endQuietly() {
    scene.onEvent = nil
    scene.end()
  }

  /// Reports that a guard may have opened, if it has held a form. While a submission is processed, its own flow does that.
  func continueHeldForm() {
    guard scene.durable.held != nil, scene.turn == nil, !scene.isContinuing else { return }
    report(.mayContinue)
  }

  /// Reports that the page may have changed. A browser that waits for a response gets the change with it.
  func redraw() {
    guard scene.browser.shown != nil, !live.isolation.isAwaited else { return }
    _ = scene.updateAppearances()
    report(.redrawn)
  }

  /// Records that work for the scene begins or ends, which isn't a task. The page isn't complete without its result.
  func changeWork(by difference: Int) { live.isolation.runningEffectsChanged(by: difference) }

  fileprivate func effectEnded() {
    // For example, the page refreshes itself while effects run.
    if !live.isolation.isAwaited { report(.redrawn) }
    // A submission that waits for the effects stores this too.
    if scene.noteInterruptions(), !live.isolation.isAwaitedBySubmission { report(.changed) }
  }
}

/// An event of a scene that may happen without a request.
enum SceneEvent {
  /// A stored value has changed.
  case changed
  /// The page may have changed.
  case redrawn
  /// An effect may have opened the guard that holds a form.
  case mayContinue
  /// A snapshot is about to be stored. Its size, in bytes, includes the states that are only kept in memory.
  case encoded(Int)
  /// The scene is ending.
  case ended
}
