import Synchronization

/// A decoded reference to the value of a key, or to a part of it.
///
/// The value may be decoded later than the reference, so it's looked up until it's found. Until then, the reference has
/// the value that was encoded.
final class NamedPartReference<Value>: SharedReference {
  private let name: SharedPartName
  private let place: SharedKeyPlace
  private let own: SharedBox<Value>
  private let found = Mutex<(any SharedReference<Value>)?>(nil)

  /// Creates a reference.
  ///
  /// - Parameters:
  ///   - name: The name of the part.
  ///   - value: The value of the part when it was encoded.
  init(_ name: SharedPartName, value: Value) {
    self.name = name
    place = name.key.place
    own = SharedBox(value)
    // The key's value may be released if it isn't referenced.
    _ = part
  }

  /// The part, or `nil` if it doesn't exist.
  private var part: (any SharedReference<Value>)? {
    if let found = found.withLock({ $0 }) { return found }
    guard let part = place.box?.part(at: name.path[...]) as? any SharedReference<Value> else {
      return nil
    }
    return found.withLock { found in
      found = found ?? part
      return found
    }
  }

  private var reference: any SharedReference<Value> { part ?? own }

  var value: Value { reference.value }

  var identity: SharedIdentity { reference.identity }

  var root: any SharedRoot { part?.root ?? place.box ?? own }

  var partName: SharedPartName? { name }

  /// Changes the part.
  ///
  /// A part that no longer exists ignores changes. If no declaration has used the key yet, its value can't be found. In
  /// that case, the reference has a separate value, and the change is reported.
  func change<Result>(
    at location: _IssueLocation, _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    if let part { return try part.change(at: location, body) }
    guard place.box == nil || name.path.isEmpty else {
      var gone = own.value
      return try body(&gone)
    }
    reportUnusedKey(at: location)
    return try own.change(at: location, body)
  }

  private func reportUnusedKey(at location: _IssueLocation) {
    location.report(
      """
      A shared value was changed after a restart, but no declaration has used its key with its type \
      since then, so the value of the key wasn't changed.

        Key:
          \(Issue.dumped(name.key))
        Value:
          \(Issue.dumped(own.value))

      In the state that passes the value on, declare a property with this key. The state needs \
      '@ObservableState', and must be stored in the same scene.
      """)
  }
}
