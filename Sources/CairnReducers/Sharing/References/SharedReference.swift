/// What a ``Shared`` leads to: a value on the heap, or a part of one.
///
/// `@unchecked Sendable`: subclasses have constants only, besides what they keep under a lock.
class SharedReference<Value>: @unchecked Sendable {
  /// The value now; in a test that asserts, the value that it looks at.
  var value: Value { preconditionFailure("implemented by subclasses") }

  /// Which value it is: two references with equal identities lead to the same.
  var identity: SharedIdentity { preconditionFailure("implemented by subclasses") }

  /// The value of which this one is a part, or which it is.
  var root: any SharedRoot { preconditionFailure("implemented by subclasses") }

  /// The name by which the value is found again where it is decoded; nil where it has none, as it has no
  /// key or is no stored property of a value that has.
  var partName: SharedPartName? { nil }

  /// Changes the value; nobody else changes a shared value meanwhile.
  func change<Result>(
    at location: _IssueLocation, _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    preconditionFailure("implemented by subclasses")
  }
}

/// Which value a reference leads to: where it begins, and the way from there.
struct SharedIdentity: Hashable {
  let root: Int
  var path: [AnyHashable] = []

  func appending(_ step: some Hashable) -> Self {
    Self(root: root, path: path + [AnyHashable(step)])
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
