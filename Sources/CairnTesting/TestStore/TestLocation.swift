import CairnReducers
import IssueReporting
import Synchronization

/// The source location of an assertion in a test.
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

  /// Sends an action. Issues without a source location of their own are reported at this line.
  func sending<Result>(_ send: () -> Result) -> Result {
    let location = _IssueLocation(
      fileID: fileID, filePath: filePath, line: line, column: column)
    return IssueSender.$current.withValue(location, operation: send)
  }

  func fail(_ message: String) {
    if let collector = Self.collector {
      return collector.reports.withLock { $0.append { self.fail(message) } }
    }
    reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Prints something that a non-exhaustive test skipped. In Swift Testing, the note is part of the test's output.
  func note(_ message: String) {
    if let collector = Self.collector {
      return collector.reports.withLock { $0.append { self.note(message) } }
    }
    if let observer = Self.noteObserver { return observer(message, line) }
    // On this platform, XCTest doesn't support expected failures.
    guard case .swiftTesting? = TestContext.current else {
      print("\(filePath):\(line): note: \(message)")
      return
    }
    withIssueReporters([.default]) {
      withExpectedIssue(isIntermittent: true) {
        reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column)
      }
    }
  }

  /// Collects failures and notes, so that another thread can report them.
  static func collecting(_ check: () -> Void) -> [@Sendable () -> Void] {
    let collector = Collector()
    $collector.withValue(collector, operation: check)
    return collector.reports.withLock { $0 }
  }

  private final class Collector: Sendable {
    let reports = Mutex<[@Sendable () -> Void]>([])
  }

  @TaskLocal private static var collector: Collector?

  /// Receives the notes instead, because tests can't observe printed notes.
  @TaskLocal static var noteObserver: (@Sendable (_ message: String, _ line: UInt) -> Void)?
}
