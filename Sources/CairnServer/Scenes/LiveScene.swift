import CairnApplications
import CairnDependencies
import CairnFeatures
import CairnRecorder
import CairnReducers
import CairnSessions
import Synchronization

/// A scene in memory: one line of work in one tab, with one value of its application.
///
/// It is a lock and what never changes. Everything else is the ``SceneRuntime``, which only a ``SceneAccess`` leads to.
final class LiveScene: Sendable {
  let mount: Mount
  /// The scene's ID in the query of its URLs; `nil` for a scene that is only made for a page.
  let mark: String?
  /// Differs from the numbers of all other scenes of the process, including those that are gone.
  let number = LiveScene.numbers.add(1, ordering: .relaxed).newValue
  let isolation = SceneIsolation()
  /// How far the scene is stored; `nil` for a scene that is only made for a page.
  let record: SceneRecord?
  /// What its features ask of the session; `nil` for a scene that is only made for a page.
  let session: SceneSession?
  /// The tokens of the pages that its browser shows.
  let pages = KnownPages()
  /// Whether some of its state can't be stored, so that it's lost with the scene.
  let hasUnstoredState: Bool
  /// The size of the snapshot that it continues from, in bytes.
  let wokenSize: Int
  private let isUsed = Atomic(false)
  private let dependencies: DependencyValues
  // Unsafe, as the compiler can't know that a `SceneAccess` exists only while this thread holds the lock.
  private nonisolated(unsafe) let runtime: SceneRuntime

  private static let numbers = Atomic<UInt64>(0)

  /// Makes a scene with a new value of its application.
  /// - Parameters:
  ///   - record: How far the scene is stored; `nil` for one that is only made for a page.
  ///   - session: What its features ask of the session; `nil` for one that is only made for a page.
  ///   - snapshot: What it continues from: as much of that as can still be read, or else its location.
  ///   - size: The size of the snapshot, in bytes.
  ///   - recorder: Records it; `nil` if it isn't recorded.
  ///   - activity: What its stores do.
  ///   - onEvent: Called under the lock with what happens to a scene by itself.
  init(
    mount: Mount, record: SceneRecord?, dependencies: DependencyValues,
    session: SceneSession? = nil, from snapshot: SceneSnapshot? = nil, size: Int = 0,
    recorder: JournalRecorder? = nil, activity: StoreActivity = .live,
    onEvent: @escaping (SceneEvent, borrowing SceneAccess) -> Void = { _, _ in }
  ) {
    self.mount = mount
    self.record = record
    self.session = session
    mark = record?.mark.text
    wokenSize = size
    let isolation = isolation
    var dependencies = dependencies
    let beginRecording = recorder?.prepare(&dependencies) { isolation.isHeldHere }
    // From 0 in each: two that are made of one state continue with equal IDs.
    dependencies.stackElementIDs = StackElementIDs()
    dependencies.secretTexts = SecretTexts()
    self.dependencies = dependencies
    // Effects that the application begins at once wait until the scene is complete.
    isolation.acquire()
    let page = DependencyValues.$_current.withValue(dependencies) {
      StoreActivityContext.$current.withValue(activity) {
        StoreIsolationContext.$current.withValue(isolation) { mount.make() }
      }
    }
    hasUnstoredState = page.hasUnstoredState
    runtime = SceneRuntime(
      page, mount: mount, mark: mark, isolation: isolation, session: session, record: record,
      recorder: beginRecording?(page, mount), onEvent: onEvent)
    if mark != nil { isolation.owner = self }
    if let snapshot { withAccess { $0.scene.resume(snapshot) } }
    isolation.release()
  }

  // MARK: Access

  /// Runs a closure that nobody else's work with the scene overlaps with, when it's free.
  func withLock<Result>(_ body: (borrowing SceneAccess) throws -> Result) rethrows -> Result {
    try isolation.withLock { try withAccess(untilUnlocked: true, body) }
  }

  /// Runs a closure under the lock if it's free at this moment; `nil` if it isn't.
  func tryLock<Result>(_ body: (borrowing SceneAccess) -> Result) -> Result? {
    isolation.tryLock { withAccess(untilUnlocked: true, body) }
  }

  /// Runs a closure under the lock, without waiting: now if the lock is free, or else on the thread that has it, as soon
  /// as that's done.
  func post(_ body: @escaping @Sendable (borrowing SceneAccess) -> Void) {
    isolation.post { [self] in withAccess(untilUnlocked: true, body) }
  }

  /// Calls a closure once, under the lock: when no effect works, or when the time is over.
  /// - Parameter onward: Where it continues when the time is over.
  func whenSettled(
    _ access: borrowing SceneAccess, until deadline: ContinuousClock.Instant,
    _ onward: @escaping Workload.Onward, _ body: @escaping (borrowing SceneAccess) -> Void
  ) {
    isolation.whenSettled(until: deadline, onward) { [self] in
      withAccess(untilUnlocked: true, body)
    }
  }

  /// - Parameter untilUnlocked: Whether the scene is unlocked afterward, so that its state may be changed by others.
  private func withAccess<Result>(
    untilUnlocked: Bool = false, _ body: (borrowing SceneAccess) throws -> Result
  ) rethrows -> Result {
    defer { if untilUnlocked { runtime.unlocked() } }
    return try DependencyValues.$_current.withValue(dependencies) {
      try body(SceneAccess(live: self, scene: runtime))
    }
  }

  /// Ends the scene's work, when its lock is free.
  func end() { post { $0.end() } }

  // MARK: Uses

  /// Notes that somebody asked for the scene.
  func noteUse() { isUsed.store(true, ordering: .relaxed) }

  /// Whether the scene was requested since the last call.
  func takeUse() -> Bool { isUsed.exchange(false, ordering: .relaxed) }
}

extension LiveScene: SceneIsolationOwner {
  func isolationActed() { withAccess { $0.scene.actionProcessed() } }

  func isolationChangedByEffect() {
    withAccess { access in
      _ = access.scene.updateAppearances()
      access.report(.changed)
      access.report(.redrawn)
    }
  }

  func isolationEndedEffect() { withAccess { $0.effectEnded() } }

  func isolationLent(_ isLent: Bool) { withAccess { $0.scene.lend(isLent) } }
}

/// Leads to a scene while its lock is held. A function that takes one can only be called under the lock.
struct SceneAccess: ~Copyable {
  let live: LiveScene
  let scene: SceneRuntime

  fileprivate init(live: LiveScene, scene: SceneRuntime) {
    self.live = live
    self.scene = scene
  }

  /// Runs a closure as soon as the lock is free, on the thread that has it.
  func afterward(_ body: @escaping () -> Void) { live.isolation.afterward(body) }

  /// Reports what has happened to the scene by itself.
  func report(_ event: SceneEvent) { scene.onEvent?(event, self) }

  /// Ends the scene's work: nothing more is expected of it.
  func end() {
    guard scene.onEvent != nil else { return }
    // Browsers that show it request it, and so load it again.
    report(.ended)
    endQuietly()
  }

  /// Ends the work of a scene that is as its page shows.
  func endQuietly() {
    scene.onEvent = nil
    scene.end()
  }

  fileprivate func effectEnded() {
    // For example, a page that refreshes itself while effects run.
    if !live.isolation.isAwaited { report(.redrawn) }
    // Whoever waits for the effects stores this too.
    if scene.noteInterruptions(), !live.isolation.isAwaited { report(.changed) }
  }
}

/// What happens to a scene by itself.
enum SceneEvent {
  /// Something that is stored has changed.
  case changed
  /// The page may be a different one.
  case redrawn
  /// A snapshot is about to be stored. Its size, in bytes, includes the states that are kept in memory alone.
  case encoded(Int)
  /// The scene ends.
  case ended
}
