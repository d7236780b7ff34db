import IssueReporting
import Logging

/// Logs the issues that features report, in place of the package's own reporter, whose writes block.
struct IssueLog: IssueReporter {
  let logger: Logger

  /// Makes it the reporter of the process. Reporters that the program has set stay, and so do those of
  /// test runs.
  static func begin(_ logger: Logger) {
    guard !isTesting, IssueReporters.current.allSatisfy({ $0 is _DefaultReporter }) else { return }
    IssueReporters.current = [IssueLog(logger: logger)]
  }

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    logger.log(
      level: severity == .warning ? .warning : .error, "\(fileID):\(line): \(message() ?? "")")
  }
}
