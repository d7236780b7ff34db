import CairnDependencies

/// A key that identifies a shared value, and defines where the value is stored.
///
/// All uses of equal keys share one value. Cairn has the keys ``InMemoryKey``, ``SessionKey``, and ``FileStorageKey``.
/// To store values elsewhere, declare your own key:
///
/// ```swift
/// struct RowKey: SharedKey {
///   typealias Value = Settings
///   let id: Int
///
///   func load() throws -> Settings? { try database.settings(id) }
///   func save(_ value: Settings) throws { try database.write(value, to: id) }
/// }
///
/// @Shared(RowKey(id: 7)) var settings = Settings()
/// ```
public protocol SharedKey<Value>: Sendable {
  /// The type of the shared value.
  associatedtype Value: Sendable
  /// The type of ``id``.
  associatedtype ID: Hashable & Sendable

  /// The identity of the key.
  ///
  /// Two keys refer to the same value if their IDs are equal and have the same type. If the keys have different value
  /// types, Cairn reports an issue.
  var id: ID { get }

  /// The storage that holds the value while it's in use. The default storage releases a value when it's no longer
  /// referenced.
  var storage: any SharedStorage { get }

  /// Loads the value from the place where it's stored.
  ///
  /// Cairn calls this method when the value comes into use. In the meantime, other uses of the key wait. The method
  /// must therefore not change shared values. If it throws an error, Cairn reports an issue and uses the default.
  ///
  /// ``Shared/load()`` calls this method too, and throws its errors.
  ///
  /// - Returns: The value, or `nil` to use the default if no value is stored yet.
  func load() throws -> Value?

  /// Saves a value after it has changed.
  ///
  /// If the old and new values can be compared and are equal, the value isn't saved. The thread that changed the value
  /// calls this method after the change has finished. It's called for one value at a time. If several changes are made
  /// while a value is being saved, only the last one is saved. If this method throws an error, Cairn reports an issue.
  ///
  /// ``Shared/save()`` calls this method even if the value hasn't changed, and throws its errors.
  ///
  /// - Parameter value: The value to save.
  func save(_ value: Value) throws

  /// Subscribes to values that are stored in the same place by other code.
  ///
  /// The default implementation doesn't subscribe and returns `nil`.
  ///
  /// - Parameter receive: A closure to call with each new value. Cairn doesn't save that value again.
  /// - Returns: A subscription that stops the calls when it's canceled, or `nil`. Cairn releases it when the value is
  ///   no longer in use.
  func subscribe(_ receive: @escaping @Sendable (Value) -> Void) -> SharedSubscription?
}

extension SharedKey {
  /// The storage that the `sharedStorage` dependency provides.
  public var storage: any SharedStorage {
    @Dependency(\.sharedStorage) var storage
    return storage
  }

  /// Returns `nil`, without a subscription.
  public func subscribe(
    _ receive: @escaping @Sendable (Value) -> Void
  ) -> SharedSubscription? { nil }
}

extension SharedKey where Self: Hashable, ID == Self {
  /// The key itself.
  public var id: Self { self }
}

/// A key whose value exists only in its storage.
protocol VolatileKey {}
