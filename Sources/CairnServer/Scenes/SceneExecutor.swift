import CairnFeatures
import CairnViews
import Dispatch

/// Runs the work of a view's `.task` one job at a time, each under the lock of its scene, so that it may
/// touch the scene's stores.
///
/// It is the task's executor and no actor's: a closure with a capture list is not isolated as its
/// parameter says (Swift 6.3), nor is a method of a module without `NonisolatedNonsendingByDefault`, and
/// both would leave an actor without a word. What is isolated to nothing stays where its task prefers to
/// be: tasks are begun with this as their preference (`withTaskExecutorPreference` in one that runs does
/// not go there).
final class SceneExecutor: TaskExecutor {
  private let isolation: SceneIsolation

  init(_ isolation: SceneIsolation) {
    self.isolation = isolation
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // A thread of Dispatch's: it may have to wait for the lock.
    DispatchQueue.global().async { [self] in
      isolation.performNow { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }
}

/// The work of a view, on its way to its scene.
///
/// `@unchecked Sendable`: it was made under the scene's lock, and runs there alone.
struct SceneWork: @unchecked Sendable {
  let body: Appearance.AsyncWork
}
