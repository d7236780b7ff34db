import CustomDump

extension SharedKey {
  /// Returns the value of this key, and loads it if it isn't in use yet.
  func reference(
    default defaultValue: () -> Value, at location: _IssueLocation
  ) -> any SharedReference<Value> {
    let (table, id) = (storage._table, id)
    let found: _SharedTable.Found<Value>
    if isVolatile {
      found = table.existingBox(for: id) ?? volatileBox(defaultValue(), id, in: table)
    } else {
      found = table.box(for: id) { loadedBox(default: defaultValue, at: location, onDeinit: $0) }
    }
    switch found {
    case .box(let box): return box
    case .other(let type):
      reportOtherType(type, at: location)
      return SharedBox(defaultValue())
    }
  }

  /// Returns the value of this key, and loads it if it isn't in use yet.
  ///
  /// - Throws: ``SharedValueMissing`` if the key has no value, or the error of `load()`.
  func existingReference() throws -> any SharedReference<Value> {
    let location = _IssueLocation(
      fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    let found: _SharedTable.Found<Value> = try storage._table.box(for: id) { onDeinit in
      let value = try existingValue()
      guard !isVolatile else { return SharedBox(value, keyName: keyName, onDeinit: onDeinit) }
      return SharedBox(
        value, persistence: SharedPersistence(self, at: location), keyName: keyName,
        onDeinit: onDeinit)
    }
    switch found {
    case .box(let box): return box
    case .other(let type):
      let value = try existingValue()
      reportOtherType(type, at: location)
      return SharedBox(value)
    }
  }

  private func existingValue() throws -> Value {
    guard let value = try load() else { throw SharedValueMissing(key: Issue.dumped(id)) }
    return value
  }

  /// The default value is created without holding a lock, because it may itself use shared values. Another thread may
  /// therefore create the value first.
  private func volatileBox(
    _ value: Value, _ id: ID, in table: _SharedTable
  ) -> _SharedTable.Found<Value> {
    table.box(for: id) { SharedBox(value, keyName: keyName, onDeinit: $0) }
  }

  private func loadedBox(
    default defaultValue: () -> Value, at location: _IssueLocation,
    onDeinit: (@Sendable () -> Void)?
  ) -> SharedBox<Value> {
    var persistence: SharedPersistence<Value>? = SharedPersistence(self, at: location)
    var value: Value?
    do {
      value = try load()
    } catch {
      if let error = error as? UnreadableFile, error.aside == nil { persistence = nil }
      reportUnloaded(error, at: location)
    }
    return SharedBox(
      value ?? defaultValue(), persistence: persistence, keyName: keyName, onDeinit: onDeinit)
  }

  private func reportUnloaded(_ error: any Error, at location: _IssueLocation) {
    location.report(
      """
      A shared value couldn't be loaded, so its default is used.

        Key:
          \(Issue.dumped(id))
        Error:
          \(Issue.dumped(error))
      """)
  }

  private func reportOtherType(_ type: Any.Type, at location: _IssueLocation) {
    location.report(
      """
      A shared value was declared with two different types for the same key.

        Key:
          \(Issue.dumped(id))
        Type here:
          \(Value.self)
        Previous type:
          \(type)

      This declaration uses a separate value, which isn't shared and isn't saved. Likely causes:

      • Two unrelated values have the same key. Give each value its own key.
      • The type was changed in only one of the declarations. Declare the key once, with its type and \
      its default, and use it everywhere:
          extension SharedKey where Self == InMemoryKey<\(Value.self)>.Default {
            static var name: Self { Self[.inMemory("name"), default: …] }
          }
      """)
  }
}

extension SharedKey {
  /// Whether the key's value exists only in its storage. Changes of the value aren't saved with ``SharedKey/save(_:)``.
  var isVolatile: Bool { self is any VolatileKey }

  /// The name that's encoded with the key's value, or `nil` if the key can't be encoded.
  private var keyName: SharedKeyName? { (self as? any NamedKey)?.name }
}
