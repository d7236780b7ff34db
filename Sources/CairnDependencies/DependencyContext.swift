internal import IssueReporting

/// Where the code runs, which decides the default values of dependencies.
public enum DependencyContext: Hashable, Sendable, CaseIterable {
  /// An application at work. The default.
  case live
  /// An application that shows itself with made-up data. Never chosen by itself.
  case preview
  /// A test. The default in a process that runs tests.
  case test

  static let ofProcess: Self = isTesting ? .test : .live
}
