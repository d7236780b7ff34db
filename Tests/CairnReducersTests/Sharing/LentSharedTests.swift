import CairnFeatures
import CairnReducers
import Foundation
import IssueReporting
import LockCircles
import Synchronization
import Testing

/// Changes a shared value on a thread that has borrowed the lock of all changes.
@Suite(.timeLimit(.minutes(30))) struct LentSharedTests {
  /// Changes a value inside another thread's change, which waits for a lock of this thread.
  /// - Returns: The issues.
  private func overlap(
    _ count: Shared<Int>, holder: @escaping @Sendable (inout Int) -> Void,
    borrower: @escaping @Sendable (inout Int) -> Void
  ) async -> [String] {
    let circle = LockCircle()
    await circle.run {
      count.withLock { value in
        holder(&value)
        circle.waitForOther()
      }
    } borrower: {
      count.withLock(borrower)
    }
    return circle.issues
  }

  @Test func `A borrower's change is kept if the holder changes nothing`() async {
    @Shared(value: 0) var count
    let issues = await overlap($count) { _ in
    } borrower: {
      $0 += 10
    }
    #expect(count == 10)
    #expect(issues.isEmpty)
  }

  @Test func `Two equal changes of one value aren't reported`() async {
    @Shared(value: 0) var count
    let issues = await overlap($count) {
      $0 = 5
    } borrower: {
      $0 = 5
    }
    #expect(count == 5)
    #expect(issues.isEmpty)
  }

  @Test func `Two overlapping changes are reported with both source locations`() async throws {
    @Shared(value: 0) var count
    let issues = await overlap($count) {
      $0 += 1
    } borrower: {
      $0 += 10
    }
    #expect(count == 1)
    let issue = try #require(issues.first)
    #expect(issues.count == 1)
    #expect(issue.contains("so the other change was lost"))
    #expect(
      issue.contains("The other change was made at CairnReducersTests/LentSharedTests.swift:"))
  }

  @Test func `Changes of different values don't overlap`() async {
    @Shared(value: 0) var count
    @Shared(value: 0) var other
    let circle = LockCircle()
    await circle.run { [$count] in
      $count.withLock { value in
        value += 1
        circle.waitForOther()
      }
    } borrower: { [$other] in
      $other.withLock { $0 += 10 }
    }
    #expect(count == 1)
    #expect(other == 10)
    #expect(circle.issues.isEmpty)
  }

  @Test func `A nested change of the same value on one thread is dropped`() {
    @Shared(value: 0) var count
    let issues = IssueLog()
    withIssueReporters([issues]) { [$count] in
      $count.withLock { value in
        value += 1
        $count.withLock { $0 += 10 }
      }
    }
    #expect(count == 1)
    #expect(issues.messages.count == 1)
  }
}
