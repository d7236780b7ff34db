internal import IssueReporting

extension DependencyValues {
  /// Checks what has to hold. Live it is Swift's own `assert`; in a test it reports an issue, and goes on.
  ///
  /// ```swift
  /// @Dependency(\.assert) var assert
  /// assert(count >= 0, "A count is never negative.")
  /// ```
  public var assert: any AssertionEffect {
    get { self[AssertKey.self] }
    set { self[AssertKey.self] = newValue }
  }

  /// Says that what must not be is so. Live it is Swift's own `assertionFailure`.
  public var assertionFailure: any AssertionFailureEffect {
    get { self[AssertionFailureKey.self] }
    set { self[AssertionFailureKey.self] = newValue }
  }

  /// Checks what has to hold, also in a release build. Live it is Swift's own `precondition`.
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

/// Checks a condition.
public protocol AssertionEffect: Sendable {
  func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt)
}

/// Reports a failure.
public protocol AssertionFailureEffect: Sendable {
  func callAsFunction(
    _ message: @autoclosure () -> String, fileID: StaticString, filePath: StaticString, line: UInt,
    column: UInt)
}

extension AssertionEffect {
  /// Checks a condition.
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
