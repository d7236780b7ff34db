import CairnDependencies
import CairnFeatures
import CairnModels
import Dispatch

/// The lock of a store under test.
///
/// Tasks of its models run one at a time, in the order in which they became ready. They run on a queue of their
/// own, so that a test can wait for them on any thread.
final class TestIsolation: SettlingIsolation {
  private let base = OwnLock()
  private let executor = QueueExecutor()

  func enter() -> Bool { base.enter() }
  func leave() { base.leave() }
  func perform(_ body: @escaping @Sendable () -> Void) async { await base.perform(body) }
  func runningEffectsChanged(by difference: Int) {}
  func actionProcessed() {}
  func workHandedOver() {}
  func activity(at place: EffectPlace?) -> EffectActivity? { nil }
  var taskExecutor: (any TaskExecutor)? { executor }

  /// Lets all tasks that are ready run, even on a busy machine.
  func drain() async { await executor.drain() }
}

/// An executor that runs jobs on a queue, one after another.
private final class QueueExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "models under test", qos: .userInitiated)

  func drain() async {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume() }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
