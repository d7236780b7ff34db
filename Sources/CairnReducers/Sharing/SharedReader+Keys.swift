extension SharedReader {
  /// The value of a key.
  /// - Parameters:
  ///   - wrappedValue: The value where there is none yet under the key.
  ///   - key: Says what is shared, and where it is kept.
  public init(
    wrappedValue: @autoclosure () -> Value, _ key: some SharedKey<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let location = _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    reference = key.reference(default: wrappedValue, at: location)
  }

  /// The value of a key, which is nil where there is none yet.
  @_disfavoredOverload
  public init<Wrapped>(
    _ key: some SharedKey<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where Value == Wrapped? {
    let location = _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    reference = key.reference(default: { nil }, at: location)
  }

  /// The value of a key that has a default.
  public init<Key: SharedKey<Value>>(
    _ key: SharedKeyDefault<Key>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let location = _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    reference = key.reference(default: key.defaultValue, at: location)
  }

  /// The value of a key that has a default, with another one.
  public init<Key: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: SharedKeyDefault<Key>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let location = _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    reference = key.reference(default: wrappedValue, at: location)
  }
}
