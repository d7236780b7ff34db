/// The path of a stack of screens: its elements, each known by an identity, from the first pushed.
public protocol NavigationStackPath {
  associatedtype Element

  /// How many screens are pushed.
  var count: Int { get }

  /// The element at `index`, which is less than ``count``.
  func element(at index: Int) -> Element

  /// What the element at `index` is known by while it stays on the path.
  func identity(at index: Int) -> UInt64

  /// Takes the last screen away: what Back does.
  mutating func removeLast()

  /// Pushes `value`, if it is an element of this path; answers whether it is.
  mutating func append(value: Any) -> Bool
}

extension NavigationStackPath {
  public mutating func append(value: Any) -> Bool { false }
}

/// A path of values; equal values at different depths are different screens.
@usableFromInline
struct ArrayPath<Element: Hashable>: NavigationStackPath {
  @usableFromInline var elements: [Element]

  @inlinable
  init(_ elements: [Element]) { self.elements = elements }

  @inlinable var count: Int { elements.count }

  @inlinable
  func element(at index: Int) -> Element { elements[index] }

  @inlinable
  func identity(at index: Int) -> UInt64 {
    Place.mix(StableHash.of(elements[index]), UInt64(truncatingIfNeeded: index))
  }

  @inlinable
  mutating func removeLast() { _ = elements.popLast() }

  @inlinable
  mutating func append(value: Any) -> Bool {
    guard let value = value as? Element else { return false }
    elements.append(value)
    return true
  }
}
