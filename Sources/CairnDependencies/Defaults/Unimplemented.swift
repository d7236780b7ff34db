internal import IssueReporting

/// Reports that a closure of a dependency was called that nobody has set. Called by what the macro writes.
public func _reportUnimplemented(_ name: String) {
  reportIssue(
    """
    '\(name)' was called, but is not set.

    Set it where the feature is used: in a test by 'withDependencies', in an application by the \
    dependency's live value.
    """)
}

/// Thrown by a closure of a dependency that nobody has set.
public struct _Unimplemented: Error, CustomStringConvertible {
  private let name: String

  public init(_ name: String) { self.name = name }

  public var description: String { "'\(name)' is not set." }
}
