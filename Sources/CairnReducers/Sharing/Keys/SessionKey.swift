import CairnDependencies

extension SharedKey {
  /// A value that the scenes of one session share: the tabs of one browser.
  ///
  /// ```swift
  /// @Shared(.session("user")) var user: User?
  /// ```
  /// It lives as long as the session. Where it is `Codable` and not too large, a server stores it with the
  /// session, so that it outlives the process. Outside of a session, and in a test, it is a value of its own.
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

  public func load() -> Value? { nil }

  public func save(_ value: Value) {}
}

/// Names a value among those of its session, whatever its type.
public struct SessionKeyID: Hashable, Sendable {
  let key: String
}
