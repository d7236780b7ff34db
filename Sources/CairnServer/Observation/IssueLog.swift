import IssueReporting
import Logging

/// Logs the issues that features report. It replaces the default reporter, whose writes block.
struct IssueLog: IssueReporter {
  let logger: Logger

  /// Makes this the reporter of the process. It doesn't replace reporters that the program has set, or that a test run
  /// uses.
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
