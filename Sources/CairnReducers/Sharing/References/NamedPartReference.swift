import Synchronization

/// A decoded reference to a part of a key's value.
///
/// The part is looked up when it's first used, because the value of the key may be decoded later. If the part no longer
/// exists, the reference uses a separate value.
final class NamedPartReference<Value>: SharedReference {
  private let name: SharedPartName
  private let storage: any SharedStorage
  private let own: SharedBox<Value>
  private let found = Mutex<(any SharedReference<Value>)?>(nil)

  /// Creates a reference.
  ///
  /// - Parameters:
  ///   - name: The name of the part.
  ///   - storage: The storage that contains the key's value.
  ///   - value: The value of the part when it was encoded.
  init(_ name: SharedPartName, in storage: any SharedStorage, value: Value) {
    self.name = name
    self.storage = storage
    own = SharedBox(value)
  }

  private var reference: any SharedReference<Value> {
    if let found = found.withLock({ $0 }) { return found }
    let root = name.key.existing(in: storage)
    let part: any SharedReference<Value> =
      root?.part(at: name.path[...]) as? any SharedReference<Value> ?? own
    return found.withLock { found in
      found = found ?? part
      return found ?? part
    }
  }

  var value: Value { reference.value }

  var identity: SharedIdentity { reference.identity }

  var root: any SharedRoot { reference.root }

  var partName: SharedPartName? { reference.partName }

  func change<Result>(
    at location: _IssueLocation, _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    try reference.change(at: location, body)
  }
}
