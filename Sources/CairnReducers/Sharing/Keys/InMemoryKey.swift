import CairnDependencies

extension SharedKey {
  /// Returns the key of a value that lives as long as the process and is shared by all scenes.
  ///
  /// ```swift
  /// @Shared(.inMemory("visits")) var visits = 0
  /// ```
  ///
  /// In a test, the value lives as long as the test, and isn't visible to other tests.
  ///
  /// - Parameter key: The name of the value.
  public static func inMemory<Value>(_ key: String) -> Self where Self == InMemoryKey<Value> {
    InMemoryKey(key: key)
  }
}

/// The key of a value that lives as long as the process.
public struct InMemoryKey<Value: Sendable>: SharedKey, VolatileKey {
  let key: String

  public var id: InMemoryKeyID { InMemoryKeyID(key: key) }

  public var storage: any SharedStorage {
    @Dependency(\.defaultInMemoryStorage) var storage
    return storage
  }

  public func load() -> Value? { nil }

  public func save(_ value: Value) {}
}

/// The identity of a value in memory. It doesn't depend on the type of the value.
public struct InMemoryKeyID: Hashable, Sendable {
  let key: String
}
