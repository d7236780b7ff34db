extension Shared {
  /// Reads the value again from where its key keeps it.
  ///
  /// A value without a key, or whose key has nothing yet, stays as it is.
  /// - Throws: What the key's `load()` throws; the value stays as it is then.
  public func load() async throws {
    try reference.root.load()
  }

  /// Writes the value to where its key keeps it, whether it has changed or not.
  ///
  /// A change of the value is saved by itself: this is for who wants to know of an error.
  /// - Throws: What the key's `save(_:)` throws.
  public func save() async throws {
    try reference.root.save()
  }

  /// The value of a key that has one.
  /// - Throws: ``SharedValueMissing`` where there is none, or what the key's `load()` throws.
  public init(require key: some SharedKey<Value>) async throws {
    self.init(reference: try key.existingReference())
  }
}

extension SharedReader {
  /// Reads the value again from where its key keeps it.
  /// - Throws: What the key's `load()` throws; the value stays as it is then.
  public func load() async throws {
    try reference.root.load()
  }

  /// The value of a key that has one.
  /// - Throws: ``SharedValueMissing`` where there is none, or what the key's `load()` throws.
  public init(require key: some SharedKey<Value>) async throws {
    self.init(reference: try key.existingReference())
  }
}

/// There is no value yet under a key that has to have one.
public struct SharedValueMissing: Error, CustomStringConvertible {
  let key: String

  public var description: String { "There is no shared value yet under the key \(key)." }
}

extension SharedKey {
  /// The value that the key leads to, where there is one.
  fileprivate func existingReference() throws -> any SharedReference<Value> {
    if case .box(let box)? = storage._table.existingBox(for: id) as _SharedTable.Found<Value>? {
      return box
    }
    guard let value = try load() else { throw SharedValueMissing(key: Issue.dumped(id)) }
    return reference(
      default: { value },
      at: _IssueLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
  }
}
