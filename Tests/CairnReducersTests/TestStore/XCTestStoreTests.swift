import CairnCases
import CairnDependencies
import CairnReducers
import CairnTesting
import IssueReporting
import Synchronization
import XCTest

/// A test store in XCTest has failures that point to the line of the test.
@MainActor
final class XCTestStoreTests: XCTestCase {
  func testAFeatureIsTested() async {
    let store = TestStore(initialState: Tally.State()) { Tally() }
    await store.send(.increment) { $0.count = 1 }
    await store.send(.ask)
    await store.receive(\.response, "1") { $0.facts = ["1"] }
    XCTAssertEqual(store.state.count, 1)
  }

  func testAFailureShowsTheDifferenceAndPointsToTheLine() async {
    let failures = await failures {
      let store = TestStore(initialState: Tally.State()) { Tally() }
      await store.send(.increment) { $0.count = 2 }
      await store.send(.ask)
      await store.receive(.over)
    }
    XCTAssertEqual(
      failures.map { Int($0.line) }, [#line - 5, #line - 3])
    XCTAssertEqual(Set(failures.map(\.file)), [#filePath])
    XCTAssertEqual(
      failures.first?.message,
      """
      A state change does not match expectation: …

        Tally.State(
      −   count: 2,
      +   count: 1,
          facts: []
        )

      (Expected: −, Actual: +)
      """)
  }

  func testAnEffectThatStillRunsAtTheEndIsBlamedOnItsSend() async {
    let failures = await failures {
      let store = TestStore(initialState: Tally.State()) {
        Tally()
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
      await store.send(.wait)
    }
    XCTAssertEqual(failures.map { Int($0.line) }, [#line - 2])
  }

  func testWhatATestThatIsNotExhaustiveSkipsDoesNotFail() async {
    let store = TestStore(initialState: Tally.State()) { Tally() }
    store.exhaustivity = .off(showSkippedAssertions: true)
    await store.send(.increment)
    await store.send(.askTwice)
  }

  /// Collects failures, because XCTest can't expect failures on this platform.
  private func failures(_ body: () async -> Void) async -> [Reporter.Failure] {
    let reporter = Reporter()
    await withIssueReporters([reporter]) { await body() }
    return reporter.failures.withLock { $0 }
  }
}

private final class Reporter: IssueReporter {
  struct Failure {
    let message: String
    let file: String
    let line: UInt
  }

  let failures = Mutex<[Failure]>([])

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    let message = (message() ?? "").replacing("\u{2007}", with: " ")
    failures.withLock {
      $0.append(Failure(message: message, file: "\(filePath)", line: line))
    }
  }
}
