import CairnDependencies
import CairnReducers
import CairnTesting
import Synchronization
package import Testing

/// Runs a flow in several ways, and expects that each one leaves the same traces.
package struct EveryWayTrait: TestTrait, TestScoping {
  var ways = Way.allCases

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let first = Mutex<Traces?>(nil)
    for way in ways where way.isTaken(by: test) {
      let trait = IssueHandlingTrait.compactMapIssues { issue in
        var issue = issue
        issue.comments.append("\(way.rawValue)")
        return issue
      }
      try await trait.provideScope(for: test, testCase: testCase) {
        // Each way starts without the data of the others.
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
  /// Runs the flow in process, on several servers, over HTTP, and in Chromium with the script, and
  /// expects the same traces. In Chromium, the flow uses only the keyboard, except with restarts in
  /// between, which use the mouse. Create its users with ``FlowSite/user(at:)``.
  package static var everyWay: Self { Self() }
}
