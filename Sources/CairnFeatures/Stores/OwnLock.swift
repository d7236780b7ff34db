package import CairnDependencies
import Synchronization

/// The lock of a store outside of a scene and off the main actor.
///
/// `@unchecked Sendable`: the lock is; the rest is atomic.
package final class OwnLock: SettlingIsolation, @unchecked Sendable {
  private let lock = ThreadLock()
  /// The thread that has the lock; 0 where none has.
  private let holder = Atomic<UInt>(0)

  package init() {}

  package func enter() -> Bool {
    let thread = CurrentThread.number
    guard holder.load(ordering: .relaxed) != thread else { return false }
    lock.lock()
    holder.store(thread, ordering: .relaxed)
    return true
  }

  package func leave() {
    precondition(
      holder.load(ordering: .relaxed) == CurrentThread.number,
      "A state was passed 'inout' to an asynchronous function. Pass a value, and assign the result."
    )
    holder.store(0, ordering: .relaxed)
    lock.unlock()
  }

  package var taskExecutor: (any TaskExecutor)? { nil }

  package func perform(_ body: @escaping @Sendable () -> Void) async {
    performNow(body)
  }

  package func runningEffectsChanged(by difference: Int) {}

  package func actionProcessed() {}

  package func workHandedOver() {}

  package func activity(at place: EffectPlace?) -> EffectActivity? { nil }
}
