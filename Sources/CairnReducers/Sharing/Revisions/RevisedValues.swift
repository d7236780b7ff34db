package import CairnDependencies
import Foundation

/// A decoded value with its revision.
struct RevisedValue<Value> {
  var value: Value
  var revision: Int64
}

extension RevisedValue: Sendable where Value: Sendable {}

/// The access of a shared value to its revisions.
struct RevisedValues<Value>: Sendable {
  let load: @Sendable () throws -> RevisedValue<Value>?
  let save: @Sendable (Value, _ replacing: Int64) throws -> RevisedSave<RevisedValue<Value>>
  let subscribe:
    @Sendable (
      _ after: @escaping @Sendable () -> Int64?,
      _ receive: @escaping @Sendable (Result<RevisedValue<Value>, any Error>) -> Void
    ) -> SharedSubscription

  init<Key: RevisedKey>(_ key: Key) where Key.Value == Value {
    let (storage, name) = (key.revisedStorage, key.valueName)
    let decode: @Sendable (RevisedData) throws -> RevisedValue<Value> = { stored in
      RevisedValue(value: try key.decode(stored.data), revision: stored.revision)
    }
    load = { try storage.load(name).map(decode) }
    save = { value, revision in
      switch try storage.save(key.encode(value), as: name, replacing: revision) {
      case .saved(let revision): .saved(revision)
      case .conflict(let latest): .conflict(try latest.map(decode))
      }
    }
    subscribe = { revision, receive in
      storage.subscribe(to: name, after: revision) { stored in
        receive(Result { try decode(stored.get()) })
      }
    }
  }
}

extension DependencyValues {
  /// The storage for values of several processes. Each test has its own.
  package var revisedStorage: any RevisedStorage {
    get { self[RevisedStorageKey.self] }
    set { self[RevisedStorageKey.self] = newValue }
  }

  private enum RevisedStorageKey: DependencyKey {
    static var liveValue: any RevisedStorage { MissingRevisedStorage() }
    static var previewValue: any RevisedStorage { InMemoryRevisedStorage() }
    static var testValue: any RevisedStorage { InMemoryRevisedStorage() }
  }
}
