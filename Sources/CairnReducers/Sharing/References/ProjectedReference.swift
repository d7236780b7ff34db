/// A part of a shared value.
final class ProjectedReference<Base, Value>: SharedReference<Value>, @unchecked Sendable {
  private let base: SharedReference<Base>
  private let keyPath: WritableKeyPath<Base, Value>

  init(_ base: SharedReference<Base>, _ keyPath: WritableKeyPath<Base, Value>) {
    self.base = base
    self.keyPath = keyPath
  }

  override var value: Value { base.value[keyPath: keyPath] }

  override var identity: SharedIdentity { base.identity.appending(keyPath) }

  override var root: any SharedRoot { base.root }

  override var partName: SharedPartName? {
    base.partName?.appending(StoredProperties.name(of: keyPath).map { .property($0) })
  }

  override func change<Result>(
    at location: _IssueLocation, _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    try base.change(at: location) { try body(&$0[keyPath: keyPath]) }
  }
}

/// A part of a shared value that can only be read.
final class ReadReference<Base, Value>: SharedReference<Value>, @unchecked Sendable {
  private let base: SharedReference<Base>
  private let keyPath: KeyPath<Base, Value>

  init(_ base: SharedReference<Base>, _ keyPath: KeyPath<Base, Value>) {
    self.base = base
    self.keyPath = keyPath
  }

  override var value: Value { base.value[keyPath: keyPath] }

  override var identity: SharedIdentity { base.identity.appending(keyPath) }

  override var root: any SharedRoot { base.root }

  override var partName: SharedPartName? {
    base.partName?.appending(StoredProperties.name(of: keyPath).map { .property($0) })
  }
}
