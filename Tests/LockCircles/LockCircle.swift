import CairnFeatures
import Foundation
import IssueReporting

/// Two threads that want each other's locks: the second one borrows what the first one holds.
package final class LockCircle: Sendable {
  private let lock = IsolationLock()
  private let isTaken = DispatchSemaphore(value: 0)
  private let log = IssueLog()

  /// What both threads have reported.
  package var issues: [String] { log.messages }

  package init() {}

  /// Runs two closures on a thread each.
  /// - Parameters:
  ///   - holder: Takes a lock, and calls ``waitForOther()`` under it.
  ///   - borrower: Runs while the holder waits.
  package func run(
    holder: @escaping @Sendable () -> Void, borrower: @escaping @Sendable () -> Void
  ) async {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    Thread.detachNewThread { [self] in
      withIssueReporters([log], operation: holder)
      end.finish()
    }
    for await _ in lend(to: borrower) {}
    for await _ in ends {}
  }

  /// Runs the borrower alone: the holder calls ``waitForOther()`` elsewhere. The borrower's thread begins at once, so that
  /// the holder may block the thread of this call.
  /// - Returns: What ends when the borrower is done.
  package func lend(to borrower: @escaping @Sendable () -> Void) -> AsyncStream<Void> {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    Thread.detachNewThread { [self] in
      _ = lock.enter()
      isTaken.signal()
      // Until the holder is in the middle of its work.
      while !lock.isAwaited { sched_yield() }
      withIssueReporters([log], operation: borrower)
      lock.leave()
      end.finish()
    }
    return ends
  }

  /// Waits for the borrower, in the middle of the holder's work. To be called once.
  package func waitForOther() {
    isTaken.wait()
    _ = lock.enter()
    lock.leave()
  }
}
