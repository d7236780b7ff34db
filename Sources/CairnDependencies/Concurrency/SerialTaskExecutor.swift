internal import Dispatch
internal import Synchronization

/// Runs tasks on the main actor, one job after another, in the order in which they became ready.
///
/// Tests run effects on it: what such tasks do comes in the same order each time, and ``run()`` lets them
/// come to where they wait without waiting itself. It is the executor of the tasks that prefer it and of
/// their child tasks, and so leaves other tests in the same process alone.
package final class SerialTaskExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    /// How many of the jobs have run.
    var begun = 0
    /// Whether the main queue will run what is left.
    var isScheduled = false
    var isRunning = false
    var ends = 0
    var runs = 0

    mutating func next() -> UnownedJob? {
      guard begun < jobs.count else {
        jobs.removeAll(keepingCapacity: true)
        begun = 0
        return nil
      }
      defer { begun += 1 }
      runs += 1
      return jobs[begun]
    }
  }

  private let state = Mutex(State())
  private let onReady: @Sendable () -> Void

  /// - Parameter onReady: Called, on any thread, when a job has become ready.
  package init(onReady: @escaping @Sendable () -> Void = {}) {
    self.onReady = onReady
  }

  /// The one that the current task prefers.
  package static var current: SerialTaskExecutor? {
    withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() as? SerialTaskExecutor }
  }

  /// Whether a job is ready.
  package var hasJobs: Bool { state.withLock { $0.begun < $0.jobs.count } }

  /// How many of its effects have ended.
  package var numberOfEnds: Int { state.withLock(\.ends) }

  /// How many jobs have run.
  package var numberOfRuns: Int { state.withLock(\.runs) }

  /// Notes that an effect has ended.
  package func noteEnd() { state.withLock { $0.ends += 1 } }

  package func enqueue(_ job: consuming ExecutorJob) {
    // The task keeps the executor, and may run on the main thread and end before this returns.
    let executor = Unmanaged.passRetained(self)
    defer { executor.release() }
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
    onReady()
    schedule()
  }

  /// Sees to it that what is ready runs, also where nobody calls ``run()``.
  private func schedule() {
    let isNeeded = state.withLock { state in
      guard !state.isScheduled, state.begun < state.jobs.count else { return false }
      state.isScheduled = true
      return true
    }
    guard isNeeded else { return }
    DispatchQueue.main.async { [self] in
      state.withLock { $0.isScheduled = false }
      MainActor.assumeIsolated { run() }
      schedule()
    }
  }

  /// Runs the jobs that are ready, and those that become ready by them.
  ///
  /// A task that never waits, as a timer on an ``ImmediateClock``, does not keep it for ever: after
  /// 1,000 jobs the rest is left for the next turn of the main actor. A job that calls it runs nothing.
  @MainActor
  package func run() {
    guard
      state.withLock({ state in
        defer { state.isRunning = true }
        return !state.isRunning
      })
    else { return }
    defer { state.withLock { $0.isRunning = false } }
    var left = 1000
    while left > 0, let job = state.withLock({ $0.next() }) {
      left -= 1
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
