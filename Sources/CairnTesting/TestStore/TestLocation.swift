import IssueReporting

/// The line of a test that an assertion stands in.
struct TestLocation: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  func fail(_ message: String) {
    reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Prints what a non-exhaustive test skipped; in Swift Testing it stands with the test's output.
  func note(_ message: String) {
    withIssueReporters([.default]) {
      withExpectedIssue(isIntermittent: true) {
        reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column)
      }
    }
  }
}
