import CairnFeatures

/// A part of a shared value.
final class ProjectedReference<Base, Value>: SharedReference {
  private let base: any SharedReference<Base>
  private let path: SendableKeyPath<WritableKeyPath<Base, Value>>

  init(_ base: any SharedReference<Base>, _ keyPath: WritableKeyPath<Base, Value>) {
    self.base = base
    path = SendableKeyPath(keyPath)
  }

  var value: Value { base.value[keyPath: path.base] }

  var identity: SharedIdentity { base.identity.appending(path.base) }

  var root: any SharedRoot { base.root }

  var partName: SharedPartName? {
    base.partName?.appending(StoredProperties.name(of: path.base).map { .property($0) })
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
  func change<Result>(
    at location: _IssueLocation, _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    preconditionFailure("A 'SharedReader' can't be changed")
  }
}
