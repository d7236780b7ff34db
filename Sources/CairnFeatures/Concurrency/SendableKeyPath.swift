/// A key path that other threads can read.
///
/// `@unchecked Sendable`: A key path is an immutable object. Its type isn't `Sendable`, because a subscript in
/// it may have an argument that isn't, such as the ID of an element. An ID must not change while it's in use,
/// and the lookup only compares and hashes it.
package struct SendableKeyPath<Path: AnyKeyPath>: @unchecked Sendable {
  package let base: Path

  package init(_ base: Path) {
    self.base = base
  }
}
