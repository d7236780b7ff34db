import CairnViews
import Dispatch

/// Where the work of a view's `.task` runs: under the lock of its scene, so that it may touch the
/// scene's stores.
actor SceneActor {
  private nonisolated let executor: SceneExecutor

  init(_ isolation: SceneIsolation) {
    executor = SceneExecutor(isolation)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Runs the work, which keeps the isolation of its caller.
  func run(_ work: SceneWork) async {
    await work.body()
  }
}

/// The work of a view, on its way to its scene.
///
/// `@unchecked Sendable`: it was made under the scene's lock, and runs there alone.
struct SceneWork: @unchecked Sendable {
  let body: Appearance.AsyncWork
}

/// Runs jobs one at a time, each under the lock of a scene.
private final class SceneExecutor: SerialExecutor {
  private let isolation: SceneIsolation

  init(_ isolation: SceneIsolation) {
    self.isolation = isolation
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // A thread of Dispatch's: it may have to wait for the lock.
    DispatchQueue.global().async { [self] in
      isolation.performNow { job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
  }
}
