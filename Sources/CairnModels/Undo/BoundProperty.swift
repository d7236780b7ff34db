/// A property of a model that a binding writes.
@usableFromInline
struct BoundProperty: Hashable {
  // Only the identity is kept. A history keeps this value, and the context leads to the history.
  private let context: ObjectIdentifier
  private let keyPath: AnyKeyPath

  @usableFromInline
  init(context: AnyContext, keyPath: AnyKeyPath) {
    self.context = ObjectIdentifier(context)
    self.keyPath = keyPath
  }
}
