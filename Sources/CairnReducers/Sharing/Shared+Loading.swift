extension Shared {
  /// Reloads the value from the place where its key stores it.
  ///
  /// If the value has no key, or if no value is stored for the key yet, it isn't changed.
  ///
  /// - Throws: The error of the key's `load()`. The value isn't changed in that case.
  public func load() async throws {
    try reference.root.load()
  }

  /// Saves the value in the place where its key stores it, even if it hasn't changed.
  ///
  /// Changes are saved automatically. Use this method to find out whether saving fails.
  ///
  /// - Throws: The error of the key's `save(_:)`.
  public func save() async throws {
    try reference.root.save()
  }

  /// Creates a reference to the value of a key that must have a value.
  ///
  /// - Parameter key: The key, which identifies the shared value and defines its storage.
  /// - Throws: ``SharedValueMissing`` if the key has no value, or the error of the key's `load()`.
  public init(require key: some SharedKey<Value>) async throws {
    self.init(reference: try key.existingReference())
  }
}

extension SharedReader {
  /// Reloads the value from the place where its key stores it.
  ///
  /// If the value has no key, or if no value is stored for the key yet, it isn't changed.
  ///
  /// - Throws: The error of the key's `load()`. The value isn't changed in that case.
  public func load() async throws {
    try reference.root.load()
  }

  /// Creates a reference to the value of a key that must have a value.
  ///
  /// - Parameter key: The key, which identifies the shared value and defines its storage.
  /// - Throws: ``SharedValueMissing`` if the key has no value, or the error of the key's `load()`.
  public init(require key: some SharedKey<Value>) async throws {
    self.init(reference: try key.existingReference())
  }
}

/// An error that's thrown if a key that must have a value doesn't have one.
public struct SharedValueMissing: Error, CustomStringConvertible {
  let key: String

  public var description: String { "No shared value exists for the key \(key)." }
}
