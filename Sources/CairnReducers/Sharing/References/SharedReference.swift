import CairnFeatures

/// The target of a ``Shared``, which is a value on the heap or a part of one.
protocol SharedReference<Value>: SharedParts, Sendable {
  associatedtype Value

  /// The current value. While a test makes assertions, this is the value as the test sees it.
  var value: Value { get }

  /// The identity of the value. Two references with equal identities refer to the same value.
  var identity: SharedIdentity { get }

  /// The whole shared value that contains this value, or this value itself.
  var root: any SharedRoot { get }

  /// The name that's used to find the value again after decoding.
  ///
  /// It's `nil` if the value has no key, or if it's a part that can't be found by a name. Stored properties, the wrapped
  /// values of optionals, and elements have names.
  var partName: SharedPartName? { get }

  /// Changes the value. Other threads can't change shared values during this time.
  func change<Result>(
    at location: _IssueLocation, _ body: (inout Value) throws -> Result
  ) rethrows -> Result
}

/// The identity of a reference's value, which consists of its root and the path from the root.
struct SharedIdentity: Hashable, Sendable {
  let root: Int
  var path: [OpaqueID<AnyHashable>] = []

  func appending(_ step: some Hashable) -> Self {
    Self(root: root, path: path + [OpaqueID(AnyHashable(step))])
  }
}

/// A whole shared value of any type.
package protocol SharedRoot: AnyObject, Sendable {
  /// The type of the value.
  var valueType: Any.Type { get }

  /// Whether the value belongs to a key.
  var hasKey: Bool { get }

  /// Calls a closure after each change, until the subscription is canceled or released.
  ///
  /// If old and new values can be compared and are equal, the closure isn't called. Subscribers are called in the order
  /// in which they subscribed.
  ///
  /// The thread that made the change calls the closure. It doesn't hold a lock of shared values, but it may hold the
  /// lock of the scene that made the change. A subscriber must therefore not take the lock of another scene. It should
  /// only record the change.
  func subscribe(_ onChange: @escaping @Sendable () -> Void) -> SharedSubscription

  /// Reloads the value from the place where its key stores it.
  func load() throws

  /// Saves the value in the place where its key stores it.
  func save() throws
}
