import CairnDependencies
import Dispatch

/// Runs the effects of a scene's features in a test, on any thread, and counts their jobs. See ``EffectJobs``.
///
/// A job counts from the moment it becomes ready, such as when a test advances its clock. A request that arrives
/// afterward therefore waits for it. Child tasks and default actors use the executor of the effect's task.
final class CountingExecutor: EffectExecutor {
  private let isolation: SceneIsolation

  init(_ isolation: SceneIsolation) {
    self.isolation = isolation
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    isolation.jobBegan()
    DispatchQueue.global().async { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
      isolation.jobEnded()
    }
  }

  var numberOfEnds: Int { isolation.jobs?.numberOfEnds ?? 0 }

  func runReadyTasks() async { await isolation.jobs?.waitUntilIdle() }
}
