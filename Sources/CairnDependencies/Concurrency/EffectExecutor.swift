/// An executor of effects in tests, which knows when none of its tasks is ready to run.
///
/// A ``TestClock`` uses it to let the effects that it has woken run until they wait again or have ended.
package protocol EffectExecutor: TaskExecutor {
  /// The number of effects that have ended.
  var numberOfEnds: Int { get }

  /// Lets tasks run until none is ready, or until many have had their turn.
  func runReadyTasks() async
}

/// The executor that the current task prefers, if it's an ``EffectExecutor``.
var currentEffectExecutor: (any EffectExecutor)? {
  withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() as? any EffectExecutor }
}
