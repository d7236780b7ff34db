import CairnDependencies

extension SharedKey {
  /// Returns the key of a value that's shared by the scenes of a session, which are the tabs of one browser.
  ///
  /// ```swift
  /// @Shared(.session("user")) var user: User?
  /// ```
  ///
  /// The value lives as long as the session. If it's `Codable` and not too large, the server stores it with the
  /// session, so that it outlives the process. Outside a session, there is one value for the process. In a test, the
  /// value belongs to the test.
  ///
  /// - Parameter key: The name of the value.
  public static func session<Value>(_ key: String) -> Self where Self == SessionKey<Value> {
    SessionKey(key: key)
  }
}

/// The key of a value that lives as long as a session.
public struct SessionKey<Value: Sendable>: SharedKey, VolatileKey {
  let key: String

  public var id: SessionKeyID { SessionKeyID(key: key) }

  public var storage: any SharedStorage {
    @Dependency(\.sessionStorage) var storage
    return storage
  }

  /// Returns the value that the server has stored with the session, or `nil` if there is none.
  /// - Throws: A `DecodingError` if the stored value has another type.
  public func load() throws -> Value? {
    @Dependency(\.sessionStorage) var storage
    return try storage.storedValue(of: key)
  }

  public func save(_ value: Value) {}
}

/// The identity of a value in its session. It doesn't depend on the type of the value.
public struct SessionKeyID: Hashable, Sendable {
  let key: String
}
