/// Remembers a session's latest submissions, so that a repeated one is answered and not run again.
///
/// Three quick clicks are three POSTs with one nonce, and a browser that lost an answer sends its
/// POST once more. The ring is a pure state machine: whoever holds the session's lock calls
/// ``begin(nonce:issued:digest:)``, runs the work without the lock, and hands the answer to
/// ``finish(_:with:)``. It knows nothing of how one waits: waiters are values of the caller's,
/// which ``finish(_:with:)`` gives back.
///
/// Only finished work is forgotten, the pages issued first before others, and with it every page
/// that was issued as early: what can no longer be told from a repeat is never run.
package struct NonceRing<Answer, Waiter> {
  /// One submission: a page's nonce and what its form brought.
  package struct Work: Hashable, Sendable {
    package let nonce: UInt128
    package let issued: UInt64
    package let digest: SubmissionDigest
  }

  package enum Verdict {
    /// The first submission of its page: run it.
    case first(Work)
    /// The page was submitted before, with another button or other fields: run it.
    case other(Work)
    /// The same submission is being run: `wait` for its answer.
    case inProgress(Work)
    /// The same submission was run, and this is its answer.
    case finished(Answer)
    /// The page is older than what the ring remembers, so it may be a repeat: run nothing.
    case forgotten
  }

  fileprivate enum Progress {
    case running([Waiter])
    case finished(Answer)
  }

  fileprivate struct Entry {
    let work: Work
    var progress: Progress
  }

  /// The most finished submissions that are remembered.
  package let capacity: Int
  /// Pages issued at this time or before, and not in ``entries``, are forgotten.
  private var horizon: UInt64 = 0
  /// Oldest first. Short enough that a scan from the end beats a table.
  private var entries: [Entry] = []

  package init(capacity: Int = 128) {
    self.capacity = max(1, capacity)
  }

  /// The number of submissions in the ring, those in progress included.
  package var count: Int { entries.count }

  /// Says what is to be done with a submission, and takes it in where it is to be run.
  ///
  /// - Parameters:
  ///   - nonce: The nonce of the page's token.
  ///   - issued: The time of issue of the same token.
  ///   - digest: The digest of the button and the fields.
  package mutating func begin(
    nonce: UInt128, issued: UInt64, digest: SubmissionDigest
  ) -> Verdict {
    let work = Work(nonce: nonce, issued: issued, digest: digest)
    if let index = index(of: work) {
      switch entries[index].progress {
      case .running: return .inProgress(work)
      case .finished(let answer): return .finished(answer)
      }
    }
    guard issued > horizon else { return .forgotten }
    let isKnown = entries.contains { $0.work.nonce == nonce }
    entries.append(Entry(work: work, progress: .running([])))
    return isKnown ? .other(work) : .first(work)
  }

  /// Adds a waiter to work in progress.
  ///
  /// - Returns: False where the work is not in progress (any more); call `begin` again.
  package mutating func wait(for work: Work, _ waiter: Waiter) -> Bool {
    guard let index = index(of: work), case .running(var waiters) = entries[index].progress
    else { return false }
    waiters.append(waiter)
    entries[index].progress = .running(waiters)
    return true
  }

  /// Keeps the answer to `work` for repeats.
  ///
  /// - Returns: Who has waited for it meanwhile, in the order of their coming.
  package mutating func finish(_ work: Work, with answer: Answer) -> [Waiter] {
    guard let index = index(of: work), case .running(let waiters) = entries[index].progress
    else { return [] }
    entries[index].progress = .finished(answer)
    forgetBeyondCapacity()
    return waiters
  }

  /// Drops work that ended before anything was changed, so that its repeat is run.
  ///
  /// - Returns: Who has waited for it meanwhile; they have to `begin` again.
  package mutating func abandon(_ work: Work) -> [Waiter] {
    guard let index = index(of: work), case .running(let waiters) = entries[index].progress
    else { return [] }
    entries.remove(at: index)
    return waiters
  }

  private func index(of work: Work) -> Int? {
    entries.lastIndex { $0.work == work }
  }

  private mutating func forgetBeyondCapacity() {
    var oldest: Int?
    var finished = 0
    for (index, entry) in entries.enumerated() {
      guard case .finished = entry.progress else { continue }
      finished += 1
      if let found = oldest, entries[found].work.issued <= entry.work.issued { continue }
      oldest = index
    }
    guard finished > capacity, let oldest else { return }
    horizon = max(horizon, entries[oldest].work.issued)
    entries.remove(at: oldest)
  }
}

extension NonceRing: Sendable where Answer: Sendable, Waiter: Sendable {}
extension NonceRing.Verdict: Sendable where Answer: Sendable {}
extension NonceRing.Progress: Sendable where Answer: Sendable, Waiter: Sendable {}
extension NonceRing.Entry: Sendable where Answer: Sendable, Waiter: Sendable {}
extension NonceRing.Verdict: Equatable where Answer: Equatable {}
