import CairnDependencies

/// A storage for shared values, by their keys.
///
/// ``InMemoryStorage`` and ``SessionStorage`` keep their values. Other storages keep values only while they're in use.
public protocol SharedStorage: AnyObject, Sendable {
  /// The values of the storage. Only Cairn can create a table.
  var _table: _SharedTable { get }
}

extension SharedStorage {
  /// The number of values.
  package var count: Int { _table.count }
}

/// A storage that releases values when they're no longer used.
private final class TransientStorage: SharedStorage {
  let _table = _SharedTable(keepsValues: false)
}

extension DependencyValues {
  /// The storage for keys that store their values elsewhere, such as in a file.
  var sharedStorage: any SharedStorage {
    get { self[SharedStorageKey.self] }
    set { self[SharedStorageKey.self] = newValue }
  }

  private enum SharedStorageKey: DependencyKey {
    static var liveValue: any SharedStorage { TransientStorage() }
    static var testValue: any SharedStorage { TransientStorage() }
  }
}
