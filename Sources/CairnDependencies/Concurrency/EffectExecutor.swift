/// An executor of effects in tests, which knows when all of its tasks wait or have ended.
///
/// A ``TestClock`` uses it to let effects run after their sleep, until they wait again or have ended.
package protocol EffectExecutor: TaskExecutor {
  /// The number of effects that have ended.
  var numberOfEnds: Int { get }

  /// Lets the ready tasks run until all wait or have ended, or until many have had their turn.
  func runReadyTasks() async
}

/// The executor that the current task prefers, if it's an ``EffectExecutor``.
var currentEffectExecutor: (any EffectExecutor)? {
  withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() as? any EffectExecutor }
}
