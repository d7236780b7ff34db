import Dispatch
import Synchronization

/// Runs a task on the thread that creates it, until that thread leaves. From then on, the task runs on other threads.
///
/// Middleware rarely waits for anything. With the global executor, each of its requests would wake several threads.
final class CallerExecutor: TaskExecutor {
  private enum Step: Sendable {
    case job(UnownedJob)
    case work(@Sendable () -> Void)
  }

  /// The steps that the thread hasn't run yet, or `nil` after it has left.
  private let steps = Mutex<[Step]?>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    guard !add(.job(job)) else { return }
    DispatchQueue.global().async { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Runs work on the thread outside of the task, so that it doesn't inherit anything from the task.
  /// - Parameter elsewhere: Runs the work if the thread has left.
  func perform(
    _ work: @escaping @Sendable () -> Void, elsewhere: (@escaping @Sendable () -> Void) -> Void
  ) {
    if !add(.work(work)) { elsewhere(work) }
  }

  private func add(_ step: Step) -> Bool {
    steps.withLock { steps in
      guard steps != nil else { return false }
      steps?.append(step)
      return true
    }
  }

  /// Runs steps until none is left. Call this once, on the thread that has created the task.
  func run() {
    while let step = nextStep() {
      switch step {
      case .job(let job): job.runSynchronously(on: asUnownedTaskExecutor())
      case .work(let work): work()
      }
    }
  }

  private func nextStep() -> Step? {
    steps.withLock { steps in
      guard steps?.isEmpty == false else {
        steps = nil
        return nil
      }
      return steps?.removeFirst()
    }
  }
}
