import CairnFeatures
import Foundation
import IssueReporting

/// Two threads that each want the other's lock. The second thread borrows the lock that the first one holds.
package final class LockCircle: Sendable {
  private let lock = IsolationLock()
  private let isTaken = DispatchSemaphore(value: 0)
  private let log = IssueLog()

  /// The issues that both threads have reported.
  package var issues: [String] { log.messages }

  package init() {}

  /// Runs two closures on two threads.
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

  /// Runs only the borrower. The holder calls ``waitForOther()`` elsewhere. The borrower's thread starts immediately,
  /// so the holder can block the thread of this call.
  ///
  /// - Returns: A stream that ends when the borrower is done.
  package func lend(to borrower: @escaping @Sendable () -> Void) -> AsyncStream<Void> {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    Thread.detachNewThread { [self] in
      _ = lock.enter()
      isTaken.signal()
      // Wait until the holder is in the middle of its work.
      while !lock.isAwaited { sched_yield() }
      withIssueReporters([log], operation: borrower)
      lock.leave()
      end.finish()
    }
    return ends
  }

  /// Waits for the borrower in the middle of the holder's work. Call this once.
  package func waitForOther() {
    isTaken.wait()
    _ = lock.enter()
    lock.leave()
  }
}
