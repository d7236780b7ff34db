public import CairnDependencies

/// A storage for the values of ``SharedKey/inMemory(_:)``.
public final class InMemoryStorage: SharedStorage {
  /// The values of the storage.
  public let _table = _SharedTable(keepsValues: true)

  /// Creates an empty storage.
  public init() {}
}

extension DependencyValues {
  /// The storage for the values of ``/CairnReducers/SharedKey/inMemory(_:)``.
  ///
  /// The process has one, and each test has its own.
  public var defaultInMemoryStorage: InMemoryStorage {
    get { self[InMemoryStorageKey.self] }
    set { self[InMemoryStorageKey.self] = newValue }
  }

  private enum InMemoryStorageKey: DependencyKey {
    static var liveValue: InMemoryStorage { InMemoryStorage() }
    static var testValue: InMemoryStorage { InMemoryStorage() }
  }
}
