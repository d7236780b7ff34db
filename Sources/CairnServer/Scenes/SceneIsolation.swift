import CairnReducers
import Dispatch
import Foundation

/// The lock of a scene: whoever touches the scene's stores holds it.
///
/// A request takes it on its own thread; an effect takes it for the moment in which it sends an
/// action; the work of a view's `.task` runs under it from one suspension to the next.
///
/// `@unchecked Sendable`: everything but the lock is used while the lock is held.
final class SceneIsolation: StoreIsolation, @unchecked Sendable {
  private let lock = NSLock()
  /// How many effects run.
  private(set) var running = 0
  /// Whether the state is being changed by an effect that no submission waits for.
  private(set) var isChangedByEffect = false
  /// Whether the scene is gone.
  private(set) var isEnded = false
  private var hasActed = false
  private var waiters: [SettleWaiter] = []

  /// Called after each action, under the lock.
  var onAction: (() -> Void)?
  /// Called under the lock after an effect has sent actions by itself.
  var onEffect: (() -> Void)?
  /// Called under the lock when an effect has ended.
  var onEffectEnd: (() -> Void)?

  /// Somebody waits for the page that effects lead to.
  let effectPriority: TaskPriority? = .userInitiated

  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }

  /// The same, where nobody has the lock; nil where somebody has.
  func tryLock<Result>(_ body: () -> Result) -> Result? {
    guard lock.try() else { return nil }
    defer { lock.unlock() }
    return body()
  }

  /// Whether a submission waits for its effects.
  var isAwaited: Bool { !waiters.isEmpty }

  func perform(_ body: @escaping @Sendable () -> Void) async {
    // Of a scene that is gone nothing is left to be done: whoever still works for it ends.
    if performNow(body) { withUnsafeCurrentTask { $0?.cancel() } }
  }

  /// Does what an effect asks for; answers whether the scene has ended.
  @discardableResult
  func performNow(_ body: () -> Void) -> Bool {
    withLock {
      // What happens while a submission waits for its effects follows from it.
      isChangedByEffect = waiters.isEmpty
      hasActed = false
      body()
      isChangedByEffect = false
      if hasActed, waiters.isEmpty { onEffect?() }
      return isEnded
    }
  }

  func runningEffectsChanged(by difference: Int) {
    running += difference
    if difference < 0 { onEffectEnd?() }
    guard running == 0 else { return }
    fireWaiters()
  }

  func actionProcessed() {
    hasActed = true
    onAction?()
  }

  /// Calls a closure once, under the lock: when no effect runs, or when the time is over.
  ///
  /// To be called under the lock, while effects run.
  func whenSettled(until deadline: ContinuousClock.Instant, _ body: @escaping () -> Void) {
    let waiter = SettleWaiter(body)
    waiters.append(waiter)
    // Dispatch's threads, which effects can not keep busy.
    let left = (deadline - .now).components
    let nanoseconds = Int(left.seconds) * 1_000_000_000 + Int(left.attoseconds / 1_000_000_000)
    let end = DispatchTime.now() + .nanoseconds(max(0, nanoseconds))
    DispatchQueue.global().asyncAfter(deadline: end) { [self] in
      withLock {
        waiters.removeAll { $0 === waiter }
        waiter.fire()
      }
    }
  }

  /// Says under the lock that the scene is gone. Who waits for its effects waits no longer.
  func end() {
    isEnded = true
    onAction = nil
    onEffect = nil
    onEffectEnd = nil
    fireWaiters()
  }

  private func fireWaiters() {
    let settled = waiters
    waiters = []
    for waiter in settled { waiter.fire() }
  }
}

/// Somebody who waits for a scene's effects. Used under the scene's lock only, hence unchecked.
private final class SettleWaiter: @unchecked Sendable {
  private var body: (() -> Void)?

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  func fire() {
    let body = body
    self.body = nil
    body?()
  }
}
