extension SharedKey {
  /// A version of this key with a default value.
  ///
  /// If a value is used in several places, declare a name for its key. The key, the type, and the default are then
  /// specified only once:
  ///
  /// ```swift
  /// extension SharedKey where Self == FileStorageKey<Settings>.Default {
  ///   static var settings: Self { Self[.fileStorage(url), default: Settings()] }
  /// }
  ///
  /// @Shared(.settings) var settings
  /// ```
  public typealias Default = SharedKeyDefault<Self>
}

/// A key with a default value.
public struct SharedKeyDefault<Base: SharedKey>: SharedKey {
  let base: Base
  let defaultValue: @Sendable () -> Base.Value

  /// Returns a key with a value to use if no value is stored yet.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The default value.
  public static subscript(
    _ key: Base, default value: @autoclosure @escaping @Sendable () -> Base.Value
  ) -> Self {
    Self(base: key, defaultValue: value)
  }

  public var id: Base.ID { base.id }

  public var storage: any SharedStorage { base.storage }

  public func load() throws -> Base.Value? { try base.load() }

  public func save(_ value: Base.Value) throws { try base.save(value) }

  public func subscribe(
    _ receive: @escaping @Sendable (Base.Value) -> Void
  ) -> SharedSubscription? {
    base.subscribe(receive)
  }
}

extension SharedKeyDefault: VolatileKey where Base: VolatileKey {}

extension SharedKeyDefault: DeferringKey where Base: DeferringKey {
  var file: DeferredFile { base.file }
}
