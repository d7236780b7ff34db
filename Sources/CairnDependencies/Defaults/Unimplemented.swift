internal import IssueReporting

/// Reports that an unset closure of a dependency was called. Generated code calls it.
public func _reportUnimplemented(_ name: String) {
  reportIssue(
    """
    '\(name)' was called, but it isn't implemented.

    In a test, set it with 'withDependencies'. In an application, set it in the dependency's live value.
    """)
}

/// The error of an unset closure of a dependency.
public struct _Unimplemented: Error, CustomStringConvertible {
  private let name: String

  /// Creates an error with the name of the closure.
  public init(_ name: String) { self.name = name }

  /// A description with the name of the closure.
  public var description: String { "'\(name)' isn't implemented." }
}
