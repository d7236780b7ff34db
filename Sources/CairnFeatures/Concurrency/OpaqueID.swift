/// A part of an identity that is only compared and hashed, such as an element's ID or a key path.
///
/// `@unchecked Sendable`: The base is a constant that never leaves this value. Other threads only call `==` and
/// `hash(into:)`. Public signatures accept any `Hashable` ID, and the types `AnyHashable` and `AnyKeyPath`
/// don't guarantee `Sendable`. An ID must not change while it's in use, because dictionaries contain it. Both
/// operations therefore only read.
@usableFromInline
package struct OpaqueID<Base: Hashable>: Hashable, @unchecked Sendable {
  @usableFromInline let base: Base

  @inlinable
  package init(_ base: Base) {
    self.base = base
  }

  @inlinable
  package static func == (id: Self, other: Self) -> Bool { id.base == other.base }

  @inlinable
  package func hash(into hasher: inout Hasher) { hasher.combine(base) }
}
