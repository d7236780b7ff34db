/// A part of an identity, such as an element's ID or a key path, which is only compared and hashed.
///
/// `@unchecked Sendable`: the base is a constant that never leaves this value, and all that happens to it on other
/// threads is `==` and `hash(into:)`. Public signatures accept any `Hashable` ID, and `AnyHashable` and key paths don't
/// show that theirs is `Sendable`. An ID must not change while it is in use, because dictionaries hold it. So both
/// operations only read.
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
