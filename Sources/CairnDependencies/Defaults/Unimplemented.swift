internal import IssueReporting

/// Reports that an unset closure of a dependency was called. Generated code calls it.
public func _reportUnimplemented(_ name: String) {
  reportIssue(
    """
    '\(name)' was called, but is not set.

    Set it where the feature is used: in a test by 'withDependencies', in an application by the \
    dependency's live value.
    """)
}

/// The error of an unset closure of a dependency.
public struct _Unimplemented: Error, CustomStringConvertible {
  private let name: String

  /// Creates an error with the name of the closure.
  public init(_ name: String) { self.name = name }

  /// A description with the name of the closure.
  public var description: String { "'\(name)' is not set." }
}
