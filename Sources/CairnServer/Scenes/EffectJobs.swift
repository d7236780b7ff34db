import Synchronization

/// Counts the jobs of a scene's effects that are ready or running.
///
/// In a test, a response waits until all have run. Unlike a time limit, this doesn't depend on how busy the machine
/// is.
final class EffectJobs: Sendable {
  private struct State {
    var pending = 0
    /// The number of jobs that have run.
    var run = 0
    /// The number of effects that have ended.
    var ends = 0
    var waiters: [Waiter] = []
  }

  private struct Waiter {
    /// The number of jobs that have run when the waiter continues in any case.
    let limit: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private let state = Mutex(State())

  /// The maximum number of jobs that a clock waits for. Some effects always have a ready job, such as a loop that yields.
  private static let limit = 1000

  /// Whether no job is ready or running.
  var isIdle: Bool { state.withLock { $0.pending == 0 } }

  /// The number of effects that have ended.
  var numberOfEnds: Int { state.withLock(\.ends) }

  /// Records that an effect has ended.
  func noteEffectEnd() { state.withLock { $0.ends += 1 } }

  /// Records that a job became ready.
  func begin() { state.withLock { $0.pending += 1 } }

  /// Records that a job has run. Returns whether no other job is ready or running.
  func end() -> Bool {
    let (isIdle, done) = state.withLock { state in
      state.pending -= 1
      state.run += 1
      let isIdle = state.pending == 0
      let done = state.waiters.filter { isIdle || $0.limit <= state.run }
      state.waiters.removeAll { isIdle || $0.limit <= state.run }
      return (isIdle, done)
    }
    for waiter in done { waiter.continuation.resume() }
    return isIdle
  }

  /// Waits until no job is ready or running, for at most a number of jobs.
  func waitUntilIdle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        guard state.pending > 0 else { return true }
        state.waiters.append(
          Waiter(limit: state.run + Self.limit, continuation: continuation))
        return false
      }
      if isIdle { continuation.resume() }
    }
  }
}
