import CairnFeatures

/// A part of a shared value.
final class ProjectedReference<Base, Value>: SharedReference {
  private let base: any SharedReference<Base>
  private let path: SendableKeyPath<WritableKeyPath<Base, Value>>
  private let element: SharedElementSteps.Step?

  /// Creates a reference to a part.
  ///
  /// - Parameters:
  ///   - base: The value that contains the part.
  ///   - keyPath: The key path of the part.
  ///   - element: The step that the key path represents, if the part is an element.
  init(
    _ base: any SharedReference<Base>, _ keyPath: WritableKeyPath<Base, Value>,
    element: SharedElementSteps.Step? = nil
  ) {
    self.base = base
    self.element = element
    path = SendableKeyPath(keyPath)
  }

  var value: Value { base.value[keyPath: path.base] }

  var identity: SharedIdentity { base.identity.appending(path.base) }

  var root: any SharedRoot { base.root }

  var partName: SharedPartName? {
    guard let name = base.partName else { return nil }
    if let element { return name.appending(SharedElementSteps()[keyPath: element.base]) }
    return name.appending(StoredProperties.name(of: path.base).map { .property($0) })
  }

  func change<Result>(
    at location: _IssueLocation, _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    try base.change(at: location) { try body(&$0[keyPath: path.base]) }
  }
}

/// A read-only part of a shared value.
final class ReadReference<Base, Value>: SharedReference {
  private let base: any SharedReference<Base>
  private let path: SendableKeyPath<KeyPath<Base, Value>>

  init(_ base: any SharedReference<Base>, _ keyPath: KeyPath<Base, Value>) {
    self.base = base
    path = SendableKeyPath(keyPath)
  }

  var value: Value { base.value[keyPath: path.base] }

  var identity: SharedIdentity { base.identity.appending(path.base) }

  var root: any SharedRoot { base.root }

  var partName: SharedPartName? {
    base.partName?.appending(StoredProperties.name(of: path.base).map { .property($0) })
  }

  /// Ignores a change, and reports an issue. A reader has no method that changes its value, but the property of a
  /// decoded name may have become a constant since it was encoded.
  func change<Result>(
    at location: _IssueLocation, _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    location.report(
      """
      A part of a shared value was changed, but it's now read-only, so the change was ignored.

        Value:
          \(Issue.dumped(value))

      This happens after a restart if the property was a variable in an earlier version of the program.
      """)
    var ignored = value
    return try body(&ignored)
  }
}
