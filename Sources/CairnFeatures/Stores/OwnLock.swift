package import CairnDependencies

/// The lock of a store that's neither in a scene nor on the main actor.
package final class OwnLock: SettlingIsolation {
  private let lock = IsolationLock()

  package init() {}

  package func enter() -> Bool { lock.enter() }

  package func leave() { lock.leave() }

  /// Whether another thread, which is waiting, has lent the lock to the calling thread.
  package var isLent: Bool { lock.isLent }

  package var taskExecutor: (any TaskExecutor)? { nil }

  package func perform(_ body: @escaping @Sendable () -> Void) async {
    performNow(body)
  }

  package func runningEffectsChanged(by difference: Int) {}

  package func actionProcessed() {}

  package func workHandedOver() {}

  package func activity(at place: EffectPlace?) -> EffectActivity? { nil }
}
