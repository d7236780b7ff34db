import Dispatch
import IssueReporting
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
    var lastWaiterID = 0
  }

  private struct Waiter {
    let id: Int
    /// The number of jobs that have run when the waiter continues in any case.
    let limit: Int
    /// Takes whether the wait ended before the time limit.
    let continuation: CheckedContinuation<Bool, Never>
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
    for waiter in done { waiter.continuation.resume(returning: true) }
    return isIdle
  }

  /// Waits until no job is ready or running, for at most a number of jobs.
  /// - Parameter timeLimit: The maximum real time. If it's exceeded, as with a job that blocks its thread, an issue is
  ///   reported.
  func waitUntilIdle(timeLimit: Duration = .seconds(30)) async {
    let isInTime = await withCheckedContinuation {
      (continuation: CheckedContinuation<Bool, Never>) in
      let id: Int? = state.withLock { state in
        guard state.pending > 0 else { return nil }
        state.lastWaiterID += 1
        state.waiters.append(
          Waiter(
            id: state.lastWaiterID, limit: state.run + Self.limit, continuation: continuation))
        return state.lastWaiterID
      }
      guard let id else { return continuation.resume(returning: true) }
      DispatchQueue.global().asyncAfter(deadline: .now() + timeLimit / .seconds(1)) {
        [weak self] in self?.endWait(id)
      }
    }
    guard !isInTime else { return }
    reportIssue(
      """
      The test clock was advanced, but an effect still worked after \(timeLimit).

      • An effect must not block its thread. Use a client or lock that suspends the task.
      • An effect can wait for something that the test provides later. Wait for it with 'await'.
      """)
  }

  /// Ends a wait that has exceeded its time limit.
  private func endWait(_ id: Int) {
    let waiter = state.withLock { state in
      state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
    }
    waiter?.continuation.resume(returning: false)
  }
}
