package import CairnDependencies

/// The lock of a store outside of a scene and off the main actor.
package final class OwnLock: SettlingIsolation {
  private let lock = IsolationLock()

  package init() {}

  package func enter() -> Bool { lock.enter() }

  package func leave() { lock.leave() }

  /// Whether the calling thread has the lock from another one, which waits.
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
