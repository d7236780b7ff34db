import CairnDependencies

extension SharedKey {
  /// A value that lives as long as the process, and that all its scenes share.
  ///
  /// ```swift
  /// @Shared(.inMemory("visits")) var visits = 0
  /// ```
  /// In a test it lives as long as the test, and no other test sees it.
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

/// Names a value among those in memory, whatever its type.
public struct InMemoryKeyID: Hashable, Sendable {
  let key: String
}
