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

  /// How much work runs.
  private(set) var running = 0

  /// Runs the work, which keeps the isolation of its caller.
  ///
  /// The count is more than a figure: Swift 6.3 leaves out the way to the executor in a method that
  /// touches nothing of its actor, and the work would run beside the lock.
  func run(_ work: SceneWork) async {
    running += 1
    await work.body()
    running -= 1
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
