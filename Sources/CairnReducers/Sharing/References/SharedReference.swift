import CairnFeatures

/// What a ``Shared`` leads to: a value on the heap, or a part of one.
protocol SharedReference<Value>: SharedParts, Sendable {
  associatedtype Value

  /// The value now; in a test that asserts, the value that it looks at.
  var value: Value { get }

  /// Which value it is: two references with equal identities lead to the same.
  var identity: SharedIdentity { get }

  /// The value of which this one is a part, or which it is.
  var root: any SharedRoot { get }

  /// The name by which the value is found again where it is decoded; nil where it has none, as it has no
  /// key or is no stored property of a value that has.
  var partName: SharedPartName? { get }

  /// Changes the value; nobody else changes a shared value meanwhile.
  func change<Result>(
    at location: _IssueLocation, _ body: (inout Value) throws -> Result
  ) rethrows -> Result
}

/// Which value a reference leads to: where it begins, and the way from there.
struct SharedIdentity: Hashable, Sendable {
  let root: Int
  var path: [OpaqueID<AnyHashable>] = []

  func appending(_ step: some Hashable) -> Self {
    Self(root: root, path: path + [OpaqueID(AnyHashable(step))])
  }
}

/// A value that is shared as a whole, whatever its type.
package protocol SharedRoot: AnyObject, Sendable {
  /// Calls a closure after each change to another value, as far as values can be compared, until the
  /// subscription is cancelled or gone. Those who subscribed earlier are called earlier.
  ///
  /// It is called by who made the change, without any lock of shared values, but maybe under the lock
  /// of the scene that made it: a subscriber takes no lock of another scene, it leaves a note.
  func subscribe(_ onChange: @escaping @Sendable () -> Void) -> SharedSubscription

  /// Reads the value again from where its key keeps it.
  func load() throws

  /// Writes the value to where its key keeps it.
  func save() throws
}
