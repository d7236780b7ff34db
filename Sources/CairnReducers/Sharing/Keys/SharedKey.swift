import CairnDependencies

/// A name under which a value is shared, and where the value is kept.
///
/// All that use an equal key share one value. Cairn has ``InMemoryKey``, ``SessionKey`` and
/// ``FileStorageKey``; write your own for another place:
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
  /// What is shared.
  associatedtype Value: Sendable
  /// The type of ``id``.
  associatedtype ID: Hashable & Sendable

  /// What tells the key from others. Two keys whose ids are of one type and equal lead to one value;
  /// where these disagree on the type of the value, an issue is reported.
  var id: ID { get }

  /// Where the value lives while it is in use. By default until nobody has hold of it.
  var storage: any SharedStorage { get }

  /// Reads the value from where it is kept; nil where there is none yet, for the default.
  ///
  /// It is called once, by the first that uses the key; others wait meanwhile, so it changes no shared
  /// value. An error is reported as an issue, and the default is used.
  func load() throws -> Value?

  /// Keeps a value that was changed to another one, as far as values can be compared.
  ///
  /// It is called by who changed the value, after the change and outside of it, for one value at a time.
  /// Of changes that meet, only the last is saved. An error is reported as an issue.
  func save(_ value: Value) throws

  /// Begins to tell of values that somebody else keeps in the same place. By default nobody does.
  /// - Parameter receive: Call it with each new value; it is not saved again.
  /// - Returns: Ends it when cancelled, at the latest when the value is not in use any more.
  func subscribe(_ receive: @escaping @Sendable (Value) -> Void) -> SharedSubscription?
}

extension SharedKey {
  public var storage: any SharedStorage {
    @Dependency(\.sharedStorage) var storage
    return storage
  }

  public func subscribe(
    _ receive: @escaping @Sendable (Value) -> Void
  ) -> SharedSubscription? { nil }
}

extension SharedKey where Self: Hashable, ID == Self {
  public var id: Self { self }
}

/// A key whose value is nowhere but in its storage.
protocol VolatileKey {}
