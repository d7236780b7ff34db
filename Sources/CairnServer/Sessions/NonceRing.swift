/// A session's latest submissions, so that a repeated one gets the same response and isn't processed again.
///
/// A triple click sends three POSTs with one nonce. If a browser loses a response, it sends the POST again.
///
/// The ring is a state machine without side effects. Under the session's lock, its caller calls ``begin(_:)``. The
/// caller processes the submission without the lock, and passes the response to ``finish(_:with:)``. The ring doesn't
/// know how to wait. Waiters are values of the caller, which ``finish(_:with:)`` returns.
///
/// The ring only removes finished submissions, beginning with the page that was issued first. From then on, new
/// submissions of pages of that age are rejected, because they might be repetitions.
package struct NonceRing<Answer, Waiter> {
  package enum Verdict {
    /// The first submission of its page. Process it, then call `finish` or `abandon`.
    case first
    /// The page was submitted before, with another button or other fields. Process this submission too.
    case other
    /// The same submission is being processed. Call `wait` to wait for its response.
    case inProgress
    /// The same submission was processed, and had this response.
    case finished(Answer)
    /// The page is older than the ring's memory, so the submission might be a repetition. Don't process it.
    case forgotten
  }

  fileprivate enum Progress {
    case running([Waiter])
    case finished(Answer)
  }

  /// The maximum number of finished submissions.
  package let capacity: Int
  /// The maximum total size of the responses.
  private let sizeLimit: Int
  private let size: @Sendable (Answer) -> Int
  private var finishedSize = 0
  /// The time of issue up to which submissions that aren't in the ring are rejected.
  private var horizon: UInt64 = 0
  /// The submissions in the order of their arrival. There are so few that a scan from the end is faster than a table.
  /// They're stored separately from their progress, so that the scan doesn't count references.
  private var submissions: [Submission] = []
  /// The progress of each submission.
  private var progress: [Progress] = []
  private var finishedCount = 0

  /// - Parameters:
  ///   - sizeLimit: The maximum total size of the responses.
  package init(
    capacity: Int = 128, sizeLimit: Int = .max,
    size: @escaping @Sendable (Answer) -> Int = { _ in 0 }
  ) {
    self.capacity = max(1, capacity)
    self.sizeLimit = sizeLimit
    self.size = size
  }

  /// The number of submissions in the ring, including unfinished ones.
  package var count: Int { submissions.count }

  /// Returns what to do with a submission, and adds it to the ring if it needs processing.
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

  /// Returns whether a submission is being processed.
  package func isInProgress(_ submission: Submission) -> Bool {
    guard let index = index(of: submission) else { return false }
    if case .running = progress[index] { return true }
    return false
  }

  /// Adds a waiter to a submission that's being processed.
  /// - Returns: Whether the submission is being processed. If it isn't, call `begin` again.
  package mutating func wait(for submission: Submission, _ waiter: Waiter) -> Bool {
    guard let index = index(of: submission), case .running(var waiters) = progress[index]
    else { return false }
    waiters.append(waiter)
    progress[index] = .running(waiters)
    return true
  }

  /// Stores the response to a submission for its repetitions.
  /// - Returns: The waiters for the response, in the order of their arrival.
  package mutating func finish(_ submission: Submission, with answer: Answer) -> [Waiter] {
    guard let index = index(of: submission), case .running(let waiters) = progress[index]
    else { return [] }
    progress[index] = .finished(answer)
    finishedCount += 1
    finishedSize += size(answer)
    while finishedCount > capacity || finishedCount > 1 && finishedSize > sizeLimit { forgetOne() }
    return waiters
  }

  /// Removes a submission that failed before it changed anything, so that a repetition is processed.
  /// - Returns: The waiters for the response, which must call `begin` again.
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

  /// Removes the finished submission whose page was issued first.
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
