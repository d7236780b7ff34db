internal import IssueReporting

/// The context in which the code runs, which determines the default values of dependencies.
public enum DependencyContext: Hashable, Sendable, CaseIterable {
  /// A running application. This is the default, except in tests.
  case live
  /// A preview of an application with sample data. It's never the default.
  case preview
  /// A test. This is the default in a process that runs tests.
  case test

  static let ofProcess: Self = isTesting ? .test : .live
}
