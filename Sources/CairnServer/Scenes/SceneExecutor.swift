import CairnDependencies
import CairnFeatures
import CairnViews
import Dispatch

/// Runs the work of a view's `.task` one job at a time, under its scene's lock, so that it can use the scene's stores.
///
/// It's the preferred executor of the work's task, and not the executor of an actor, because some code leaves an actor
/// silently. For example, a closure with a capture list isn't isolated as its parameter specifies (Swift 6.3). A method
/// of a module without `NonisolatedNonsendingByDefault` isn't, either.
///
/// Nonisolated code stays on the executor that its task prefers. Tasks must be created with this preference, because
/// `withTaskExecutorPreference` in a running task doesn't switch to the executor.
final class SceneExecutor: EffectExecutor {
  private let isolation: SceneIsolation

  init(_ isolation: SceneIsolation) {
    self.isolation = isolation
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    isolation.jobBegan()
    // The job runs on a Dispatch thread, because it may have to wait for the lock.
    DispatchQueue.global().async { [self] in
      isolation.performNow { job.runSynchronously(on: asUnownedTaskExecutor()) }
      isolation.jobEnded()
    }
  }

  var numberOfEnds: Int { isolation.jobs?.numberOfEnds ?? 0 }

  func runReadyTasks() async { await isolation.jobs?.waitUntilIdle() }
}

/// The work of a view on its way to its scene.
///
/// `@unchecked Sendable`: It's created under the scene's lock, and only runs there.
struct SceneWork: @unchecked Sendable {
  let body: Appearance.AsyncWork
}
