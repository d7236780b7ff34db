import Cairn
import Foundation

/// The lock of a scene: whoever touches the scene's stores holds it.
///
/// A request takes it on its own thread; an effect takes it for the moment in which it sends an
/// action.
///
/// `@unchecked Sendable`: everything but the lock is used while the lock is held.
final class SceneIsolation: StoreIsolation, @unchecked Sendable {
  /// Who changes the state now.
  enum Cause { case user, effect }

  private let lock = NSLock()
  /// How many effects run.
  private(set) var running = 0
  private(set) var cause = Cause.user
  private var waiters: [SettleWaiter] = []

  /// Called after each action, under the lock.
  var onAction: (() -> Void)?

  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }

  func perform(_ body: @escaping @Sendable () -> Void) async {
    performNow(body)
  }

  private func performNow(_ body: () -> Void) {
    withLock {
      cause = .effect
      defer { cause = .user }
      body()
    }
  }

  func runningEffectsChanged(by difference: Int) {
    running += difference
    guard running == 0 else { return }
    let settled = waiters
    waiters = []
    for waiter in settled { waiter.fire() }
  }

  func actionProcessed() {
    onAction?()
  }

  /// Calls a closure once, under the lock: when no effect runs, or when the time is over.
  ///
  /// To be called under the lock, while effects run.
  func whenSettled(within limit: Duration, _ body: @escaping () -> Void) {
    let waiter = SettleWaiter(body)
    waiters.append(waiter)
    Task { [self] in
      try? await Task.sleep(for: limit)
      withLock {
        waiters.removeAll { $0 === waiter }
        waiter.fire()
      }
    }
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
