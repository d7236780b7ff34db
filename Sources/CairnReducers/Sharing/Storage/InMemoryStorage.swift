public import CairnDependencies

/// Holds the values of ``SharedKey/inMemory(_:)``.
public final class InMemoryStorage: SharedStorage {
  public let _table = _SharedTable(keepsValues: true)

  /// A storage without values.
  public init() {}
}

extension DependencyValues {
  /// Where the values of ``SharedKey/inMemory(_:)`` are: one for the process; each test has its own.
  public var defaultInMemoryStorage: InMemoryStorage {
    get { self[InMemoryStorageKey.self] }
    set { self[InMemoryStorageKey.self] = newValue }
  }

  private enum InMemoryStorageKey: DependencyKey {
    static var liveValue: InMemoryStorage { InMemoryStorage() }
    static var testValue: InMemoryStorage { InMemoryStorage() }
  }
}
