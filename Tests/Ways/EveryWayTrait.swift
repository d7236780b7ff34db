import CairnDependencies
import CairnReducers
import CairnTesting
import Synchronization
package import Testing

/// Takes a flow each of some ways, and expects that it leaves the same behind.
package struct EveryWayTrait: TestTrait, TestScoping {
  var ways = Way.allCases

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let first = Mutex<Traces?>(nil)
    for way in ways where way.isTaken(by: test.name) {
      let told = IssueHandlingTrait.compactMapIssues { issue in
        var issue = issue
        issue.comments.append("\(way.rawValue)")
        return issue
      }
      try await told.provideScope(for: test, testCase: testCase) {
        // What one way has written is not there for the next.
        let traces = try await withDependencies {
          $0.defaultFileStorage = InMemoryFileStorage()
          $0.defaultInMemoryStorage = InMemoryStorage()
        } operation: {
          try await Visit.take(way, hasMouse: Restarts.areMade, function)
        }
        let differences = first.withLock { first in
          defer { first = first ?? traces }
          return first.map { traces.differences(from: $0) } ?? []
        }
        for difference in differences { Issue.record("\(difference)") }
      }
    }
  }
}

extension Trait where Self == EveryWayTrait {
  /// Takes the flow in process, over HTTP and in Chromium with the script; what it leaves behind is to
  /// be the same. In Chromium it is taken with the keyboard alone, and where it is restarted in between,
  /// with the mouse. Its users are those of ``FlowSite/user(at:)``.
  package static var everyWay: Self { Self() }
}
