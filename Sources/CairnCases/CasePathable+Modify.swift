import IssueReporting

extension CasePathable {
  /// Changes the payload of a case in place.
  ///
  /// ```swift
  /// status.modify(\.inStock) { $0 += 1 }
  /// ```
  /// If the value is at another case, the closure isn't called and an issue is reported.
  @inlinable
  public mutating func modify<Path: CasePath>(
    _ keyPath: KeyPath<Cases, Case<Path>>, yield: (_ value: inout Path.Value) -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where Path.Root == Self {
    guard Self.cases[keyPath: keyPath]._path.modify(&self, yield) == nil else { return }
    _reportOtherCase(
      modifying: Path.self, of: self, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// The payload of a case, or `nil` if the value is at another case.
  @inlinable
  public subscript<Path: CasePath>(case keyPath: KeyPath<Cases, Case<Path>>) -> Path.Value?
  where Path.Root == Self {
    Self.cases[keyPath: keyPath]._path.extract(from: self)
  }
}

@usableFromInline
func _reportOtherCase<Path: CasePath>(
  modifying path: Path.Type, of value: Path.Root, fileID: StaticString, filePath: StaticString,
  line: UInt, column: UInt
) {
  let current = Mirror(reflecting: value).children.first?.label ?? "\(value)"
  reportIssue(
    """
    Can't modify the case '\(_caseName(of: path))' of \(Path.Root.self), because the value is in the \
    case '\(current)'.

    The value wasn't changed. To switch to a different case, assign the whole value.
    """,
    fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Returns the name of a case as you write it: `edit`, or `edit.item` for a chain.
@usableFromInline
package func _caseName<Path: CasePath>(of path: Path.Type) -> String {
  String(reflecting: path).matches(of: /At_(\w+)/).map { String($0.1) }.joined(separator: ".")
}
