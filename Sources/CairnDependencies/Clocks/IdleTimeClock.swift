internal import Synchronization

/// A clock that runs while the process has nothing to do. It measures the time limits of tests.
///
/// A limit decides whether a test passes. On a slow or loaded machine, correct work can take any length of time, so the
/// time that it takes doesn't count in full:
///
/// - A tick ends when the tasks that were ready have had their turn, on all threads and on the main actor.
/// - If the process is busy, a tick counts only in part. See ``IdleTime``.
///
/// The time advances only while a task sleeps on the clock.
package final class IdleTimeClock: Clock {
  package typealias Instant = ClockOffset<Swift.Duration>

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var time = IdleTime()
    var nextID = 0
    var sleepers: [Int: Sleeper] = [:]
    var isTicking = false

    var now: Instant { Instant(offset: time.elapsed) }
  }

  private enum Verdict {
    case sleeps(startsTicking: Bool)
    case isCancelled
    case isPast
  }

  /// The clock of this process.
  package static let shared = IdleTimeClock(waitForTick: waitForTick)

  private let state = Mutex(State())
  private let waitForTick: @Sendable () async -> Bool

  /// Creates a clock with its own ticks.
  /// - Parameter waitForTick: Waits for the end of a tick. Returns whether the process was busy.
  package init(waitForTick: @escaping @Sendable () async -> Bool) {
    self.waitForTick = waitForTick
  }

  package var now: Instant { state.withLock(\.now) }

  package var minimumResolution: Swift.Duration { IdleTime.tick }

  /// Waits until the clock reaches a deadline.
  /// - Throws: `CancellationError` if the task is canceled.
  package func sleep(until deadline: Instant, tolerance: Swift.Duration? = nil) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(Sleeper(deadline: deadline, continuation: continuation), id: id)
      }
    } onCancel: {
      // If the sleeper hasn't been added yet, this doesn't find it. `add` then detects the cancellation.
      let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  private func add(_ sleeper: Sleeper, id: Int) {
    let verdict: Verdict = state.withLock { state in
      // `onCancel` takes the same lock, so a cancellation is detected either here or there.
      if Task.isCancelled { return .isCancelled }
      if sleeper.deadline <= state.now { return .isPast }
      state.sleepers[id] = sleeper
      defer { state.isTicking = true }
      return .sleeps(startsTicking: !state.isTicking)
    }
    switch verdict {
    case .sleeps(startsTicking: true):
      Task.detached(priority: .background) { [self] in
        while addTick(isBusy: await waitForTick()) {}
      }
    case .sleeps: break
    case .isCancelled: sleeper.continuation.resume(throwing: CancellationError())
    case .isPast: sleeper.continuation.resume()
    }
  }

  /// Counts a tick, and wakes the sleepers whose deadlines have passed.
  /// - Returns: Whether tasks are still sleeping.
  private func addTick(isBusy: Bool) -> Bool {
    let (due, continues) = state.withLock { state in
      state.time.addTick(isBusy: isBusy)
      let now = state.now
      let due = state.sleepers.filter { $0.value.deadline <= now }
      for id in due.keys { state.sleepers[id] = nil }
      state.isTicking = !state.sleepers.isEmpty
      return (due.values.map(\.continuation), state.isTicking)
    }
    for continuation in due { continuation.resume() }
    return continues
  }

  private static func waitForTick() async -> Bool {
    try? await Task.sleep(for: IdleTime.tick)
    let isBusy = await ProcessLoad.isBusyAfterTurn()
    await MainActor.run {}
    return isBusy
  }
}
