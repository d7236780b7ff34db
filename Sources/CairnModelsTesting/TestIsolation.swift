import CairnDependencies
import CairnFeatures
import CairnModels
import Dispatch

/// The lock of a store under test. Tasks of its models run one at a time, in the order in which they
/// became ready, on a thread of their own: a test may wait for them wherever it runs itself.
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

  /// Lets all that is ready to run have its turn, however busy the machine is.
  func drain() async { await executor.drain() }
}

/// Runs jobs on a queue, one after the other.
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
