import Dispatch

/// Runs a test on a thread of its own.
///
/// A ``Client`` blocks its thread. If enough tests did that on the threads that all tasks share, the server's tasks
/// couldn't run.
final class BlockingExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "client")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
