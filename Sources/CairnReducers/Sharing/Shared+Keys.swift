extension Shared {
  /// Creates a reference to the value of a key.
  ///
  /// ```swift
  /// @Shared(.fileStorage(url)) var settings = Settings()
  /// ```
  ///
  /// - Parameters:
  ///   - wrappedValue: The value to use if the key has no value yet.
  ///   - key: The key, which identifies the shared value and defines its storage.
  public init(
    wrappedValue: @autoclosure () -> Value, _ key: some SharedKey<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let location = _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    reference = key.reference(default: wrappedValue, at: location)
  }

  /// Creates a reference to the optional value of a key. The value is `nil` if the key has no value yet.
  ///
  /// - Parameter key: The key, which identifies the shared value and defines its storage.
  @_disfavoredOverload
  public init<Wrapped>(
    _ key: some SharedKey<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where Value == Wrapped? {
    let location = _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    reference = key.reference(default: { nil }, at: location)
  }

  /// Creates a reference to the value of a key that has a default.
  ///
  /// ```swift
  /// @Shared(.settings) var settings
  /// ```
  ///
  /// - Parameter key: The key with its default.
  public init<Key: SharedKey<Value>>(
    _ key: SharedKeyDefault<Key>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let location = _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    reference = key.reference(default: key.defaultValue, at: location)
  }

  /// Creates a reference to the value of a key that has a default, with another default.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value to use if the key has no value yet.
  ///   - key: The key. Its own default isn't used.
  public init<Key: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: SharedKeyDefault<Key>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let location = _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    reference = key.reference(default: wrappedValue, at: location)
  }
}
