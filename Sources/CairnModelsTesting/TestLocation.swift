import CustomDump
import IssueReporting

/// The source location of an assertion.
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
}

/// Returns a description of how two values differ.
func difference<Value>(expected: Value, actual: Value) -> String {
  let difference =
    diff(expected, actual, format: .proportional)
    ?? "The values have the same description, but they aren't equal ('==' returns 'false')."
  return "\(difference)\n\n(Expected: −, Actual: +)"
}

/// Returns a dump of a value.
func dumped(_ value: Any) -> String {
  var text = ""
  customDump(value, to: &text, indent: 2)
  return text
}
