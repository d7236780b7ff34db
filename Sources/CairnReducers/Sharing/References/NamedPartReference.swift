import Synchronization

/// A part of a key's value that was decoded: it is looked for when it is used first, since the value may
/// be decoded after it.
///
/// Where there is no such part any more, it is a value of its own.
final class NamedPartReference<Value>: SharedReference {
  private let name: SharedPartName
  private let storage: any SharedStorage
  private let own: SharedBox<Value>
  private let found = Mutex<(any SharedReference<Value>)?>(nil)

  /// - Parameters:
  ///   - name: The part.
  ///   - storage: Where the key's value is.
  ///   - value: What the part was when it was encoded.
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
