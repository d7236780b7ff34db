/// Remembers a session's latest submissions, so that a repeated one is answered and not run again.
///
/// Three quick clicks are three POSTs with one nonce, and a browser that lost an answer sends its
/// POST once more. The ring is a pure state machine: whoever holds the session's lock calls
/// ``begin(_:)``, runs the work without the lock, and hands the answer to ``finish(_:with:)``. It
/// knows nothing of how one waits: waiters are values of the caller's, which ``finish(_:with:)``
/// gives back.
///
/// Only finished work is forgotten, the pages issued first before others, and with it every page
/// that was issued as early: what can no longer be told from a repeat is never run.
package struct NonceRing<Answer, Waiter> {
  package enum Verdict {
    /// The first submission of its page: run it, then `finish` or `abandon` it.
    case first
    /// The page was submitted before, with another button or other fields: run it as well.
    case other
    /// The same submission is being run: `wait` for its answer.
    case inProgress
    /// The same submission was run, and this is its answer.
    case finished(Answer)
    /// The page is older than what the ring remembers, so it may be a repeat: run nothing.
    case forgotten
  }

  fileprivate enum Progress {
    case running([Waiter])
    case finished(Answer)
  }

  /// The most finished submissions that are remembered.
  package let capacity: Int
  /// The most that their answers may measure together.
  private let sizeLimit: Int
  private let size: @Sendable (Answer) -> Int
  private var finishedSize = 0
  /// Pages issued at this time or before, whose submission is not in the ring, are forgotten.
  private var horizon: UInt64 = 0
  /// In the order of their coming; so few that a scan from the end beats a table. What is scanned
  /// stands by itself, without references that would have to be counted.
  private var submissions: [Submission] = []
  /// Of each submission how far it is.
  private var progress: [Progress] = []
  private var finishedCount = 0

  /// - Parameters:
  ///   - sizeLimit: The most that the answers may measure together.
  ///   - size: Measures an answer.
  package init(
    capacity: Int = 128, sizeLimit: Int = .max,
    size: @escaping @Sendable (Answer) -> Int = { _ in 0 }
  ) {
    self.capacity = max(1, capacity)
    self.sizeLimit = sizeLimit
    self.size = size
  }

  /// The number of submissions in the ring, those in progress included.
  package var count: Int { submissions.count }

  /// Says what is to be done with a submission, and takes it in where it is to be run.
  package mutating func begin(_ submission: Submission) -> Verdict {
    if let index = index(of: submission) {
      switch progress[index] {
      case .running: return .inProgress
      case .finished(let answer): return .finished(answer)
      }
    }
    guard submission.issued > horizon else { return .forgotten }
    let isKnown = submissions.contains { $0.nonce == submission.nonce }
    submissions.append(submission)
    progress.append(.running([]))
    return isKnown ? .other : .first
  }

  /// Whether a submission is being run.
  package func isInProgress(_ submission: Submission) -> Bool {
    guard let index = index(of: submission) else { return false }
    if case .running = progress[index] { return true }
    return false
  }

  /// Adds a waiter to a submission in progress.
  ///
  /// - Returns: False where it is not in progress (any more); `begin` again.
  package mutating func wait(for submission: Submission, _ waiter: Waiter) -> Bool {
    guard let index = index(of: submission), case .running(var waiters) = progress[index]
    else { return false }
    waiters.append(waiter)
    progress[index] = .running(waiters)
    return true
  }

  /// Keeps the answer to a submission for its repeats.
  ///
  /// - Returns: Who has waited for it meanwhile, in the order of their coming.
  package mutating func finish(_ submission: Submission, with answer: Answer) -> [Waiter] {
    guard let index = index(of: submission), case .running(let waiters) = progress[index]
    else { return [] }
    progress[index] = .finished(answer)
    finishedCount += 1
    finishedSize += size(answer)
    while finishedCount > capacity || finishedCount > 1 && finishedSize > sizeLimit { forgetOne() }
    return waiters
  }

  /// Drops a submission that failed before anything was changed, so that its repeat is run.
  ///
  /// - Returns: Who has waited for it meanwhile; they have to `begin` again.
  package mutating func abandon(_ submission: Submission) -> [Waiter] {
    guard let index = index(of: submission), case .running(let waiters) = progress[index]
    else { return [] }
    submissions.remove(at: index)
    progress.remove(at: index)
    return waiters
  }

  private func index(of submission: Submission) -> Int? {
    submissions.lastIndex { $0.nonce == submission.nonce && $0 == submission }
  }

  /// Forgets the finished submission whose page was issued first.
  private mutating func forgetOne() {
    var oldest: Int?
    for index in submissions.indices {
      if let oldest, submissions[oldest].issued <= submissions[index].issued { continue }
      if case .finished = progress[index] { oldest = index }
    }
    guard let oldest, case .finished(let answer) = progress[oldest] else { return }
    finishedSize -= size(answer)
    horizon = max(horizon, submissions[oldest].issued)
    submissions.remove(at: oldest)
    progress.remove(at: oldest)
    finishedCount -= 1
  }
}

extension NonceRing: Sendable where Answer: Sendable, Waiter: Sendable {}
extension NonceRing.Progress: Sendable where Answer: Sendable, Waiter: Sendable {}
extension NonceRing.Verdict: Sendable where Answer: Sendable {}
extension NonceRing.Verdict: Equatable where Answer: Equatable {}
