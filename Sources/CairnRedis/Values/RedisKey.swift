public import CairnDependencies
public import CairnReducers
package import Foundation

extension SharedKey {
  /// Returns the key of a value in Redis, which all servers and users share.
  ///
  /// ```swift
  /// @Shared(.redis("visits")) var visits = 0
  /// ```
  ///
  /// Set the dependency `defaultRedisStorage` when you create the server. See <doc:Redis#Shared-values>.
  ///
  /// The value is read when it comes into use, and by `load()`. A change blocks the calling thread until Redis has stored
  /// it. If another server has changed the value in the meantime, the closure of `withLock` is called again with the
  /// latest value, so no change is lost. The closure must therefore have no other effects.
  ///
  /// Other servers are notified of each change, and their open pages show it. If Redis can't be reached, reading returns
  /// the last known value. A change then isn't made, and Cairn reports an issue.
  ///
  /// In tests, values are stored in memory.
  ///
  /// - Parameter name: The name of the value, which is a part of its key in Redis.
  public static func redis<Value: Codable>(_ name: String) -> Self where Self == RedisKey<Value> {
    RedisKey(name)
  }
}

/// The key of a value in Redis, which all servers share.
public struct RedisKey<Value: Codable & Sendable>: SharedKey {
  package let valueName: String
  package let revisedStorage: any RevisedStorage

  init(_ name: String) {
    @Dependency(\.revisedStorage) var storage
    valueName = name
    revisedStorage = storage
  }

  public var id: RevisedKeyID { revisedID }

  public func load() throws -> Value? { try loadLatest() }

  public func save(_ value: Value) throws { try replaceLatest(by: value) }
}

extension RedisKey: RevisedKey {
  package func decode(_ data: Data) throws -> Value {
    try JSONDecoder().decode(Value.self, from: data)
  }

  package func encode(_ value: Value) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(value)
  }
}

extension DependencyValues {
  /// The storage for the values of ``/CairnReducers/SharedKey/redis(_:)``, or `nil` if none is set.
  ///
  /// Without a storage, using such a value reports an issue. In tests and previews, values are then stored in memory.
  public var defaultRedisStorage: RedisStorage? {
    get { revisedStorage as? RedisStorage }
    set { if let newValue { revisedStorage = newValue } }
  }
}
