internal import Dispatch
internal import Synchronization

/// An executor that runs tasks on the main actor, one job at a time, in the order in which the jobs became
/// ready.
///
/// Tests run effects on it, so that the order is the same each time. ``run()`` lets tasks run until they wait,
/// without waiting itself. Only tasks that prefer this executor and their child tasks use it, so other tests in
/// the same process aren't affected.
package final class SerialTaskExecutor: EffectExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    /// The number of jobs that have run.
    var begun = 0
    /// Whether the main queue will run the remaining jobs.
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

  /// Creates an executor.
  /// - Parameter onReady: Called on any thread when a job has become ready.
  package init(onReady: @escaping @Sendable () -> Void = {}) {
    self.onReady = onReady
  }

  /// The executor that the current task prefers, if it's a `SerialTaskExecutor`.
  package static var current: SerialTaskExecutor? {
    withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() as? SerialTaskExecutor }
  }

  /// Whether a job is ready.
  package var hasJobs: Bool { state.withLock { $0.begun < $0.jobs.count } }

  /// The number of effects that have ended.
  package var numberOfEnds: Int { state.withLock(\.ends) }

  /// The number of jobs that have run.
  package var numberOfRuns: Int { state.withLock(\.runs) }

  /// Records that an effect has ended.
  package func noteEnd() { state.withLock { $0.ends += 1 } }

  package func enqueue(_ job: consuming ExecutorJob) {
    // The task retains the executor. It may run on the main thread and end before this method returns.
    let executor = Unmanaged.passRetained(self)
    defer { executor.release() }
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
    onReady()
    schedule()
  }

  /// Schedules ready jobs on the main queue, so that they also run without a call of ``run()``.
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

  package func runReadyTasks() async { await run() }

  /// Runs the jobs that are ready, and jobs that become ready in the meantime.
  ///
  /// After 1,000 jobs, the remaining ones are left for the next turn of the main actor. A task that never
  /// waits, such as a timer on an ``ImmediateClock``, therefore can't block it. A call from a job has no
  /// effect.
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
