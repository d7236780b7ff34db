package import IssueReporting
import Synchronization

/// Collects issues.
package final class IssueLog: IssueReporter {
  private let all = Mutex<[String]>([])

  package init() {}

  package var messages: [String] { all.withLock { $0 } }

  package func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    let text = message() ?? ""
    all.withLock { $0.append(text) }
  }
}
