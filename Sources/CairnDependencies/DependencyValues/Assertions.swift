internal import IssueReporting

extension DependencyValues {
  /// Checks a condition.
  ///
  /// The live value is Swift's `assert`. In a test, a failed check reports an issue, and the code continues.
  ///
  /// ```swift
  /// @Dependency(\.assert) var assert
  /// assert(count >= 0, "A count is never negative.")
  /// ```
  public var assert: any AssertionEffect {
    get { self[AssertKey.self] }
    set { self[AssertKey.self] = newValue }
  }

  /// Reports a failure.
  ///
  /// The live value is Swift's `assertionFailure`. In a test, it reports an issue, and the code continues.
  public var assertionFailure: any AssertionFailureEffect {
    get { self[AssertionFailureKey.self] }
    set { self[AssertionFailureKey.self] = newValue }
  }

  /// Checks a condition, also in release builds.
  ///
  /// The live value is Swift's `precondition`. In a test, a failed check reports an issue, and the code
  /// continues.
  public var precondition: any AssertionEffect {
    get { self[PreconditionKey.self] }
    set { self[PreconditionKey.self] = newValue }
  }

  private enum AssertKey: DependencyKey {
    static let liveValue: any AssertionEffect = LiveAssertion()
    static let testValue: any AssertionEffect = ReportedAssertion()
  }

  private enum AssertionFailureKey: DependencyKey {
    static let liveValue: any AssertionFailureEffect = LiveAssertionFailure()
    static let testValue: any AssertionFailureEffect = ReportedAssertionFailure()
  }

  private enum PreconditionKey: DependencyKey {
    static let liveValue: any AssertionEffect = LivePrecondition()
    static let testValue: any AssertionEffect = ReportedAssertion()
  }
}

/// A function that checks a condition.
public protocol AssertionEffect: Sendable {
  /// Checks a condition, and uses the message and the source location for a failed check.
  func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt)
}

/// A function that reports a failure.
public protocol AssertionFailureEffect: Sendable {
  /// Reports a failure with a message and a source location.
  func callAsFunction(
    _ message: @autoclosure () -> String, fileID: StaticString, filePath: StaticString, line: UInt,
    column: UInt)
}

extension AssertionEffect {
  /// Checks a condition.
  /// - Parameters:
  ///   - condition: The condition.
  ///   - message: The message for a failed check.
  public func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String = "",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    callAsFunction(
      condition(), message(), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension AssertionFailureEffect {
  /// Reports a failure.
  /// - Parameter message: The message.
  public func callAsFunction(
    _ message: @autoclosure () -> String = "", fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    callAsFunction(message(), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

private struct LiveAssertion: AssertionEffect {
  func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) {
    Swift.assert(condition(), message(), file: filePath, line: line)
  }
}

private struct LivePrecondition: AssertionEffect {
  func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) {
    Swift.precondition(condition(), message(), file: filePath, line: line)
  }
}

private struct LiveAssertionFailure: AssertionFailureEffect {
  func callAsFunction(
    _ message: @autoclosure () -> String, fileID: StaticString, filePath: StaticString, line: UInt,
    column: UInt
  ) {
    Swift.assertionFailure(message(), file: filePath, line: line)
  }
}

private struct ReportedAssertion: AssertionEffect {
  func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) {
    guard !condition() else { return }
    reportIssue(message(), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

private struct ReportedAssertionFailure: AssertionFailureEffect {
  func callAsFunction(
    _ message: @autoclosure () -> String, fileID: StaticString, filePath: StaticString, line: UInt,
    column: UInt
  ) {
    reportIssue(message(), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
