import CairnDependencies

/// Holds shared values by their keys: an ``InMemoryStorage`` or a ``SessionStorage``, or what keeps values only while
/// they are in use.
public protocol SharedStorage: AnyObject, Sendable {
  /// The values. Only Cairn can make one.
  var _table: _SharedTable { get }
}

extension SharedStorage {
  /// How many values there are.
  package var count: Int { _table.count }
}

/// Holds values that go away when they are no longer used.
private final class TransientStorage: SharedStorage {
  let _table = _SharedTable(keepsValues: false)
}

extension DependencyValues {
  /// Where the values of keys are that keep them elsewhere, as in a file.
  var sharedStorage: any SharedStorage {
    get { self[SharedStorageKey.self] }
    set { self[SharedStorageKey.self] = newValue }
  }

  private enum SharedStorageKey: DependencyKey {
    static var liveValue: any SharedStorage { TransientStorage() }
    static var testValue: any SharedStorage { TransientStorage() }
  }
}
