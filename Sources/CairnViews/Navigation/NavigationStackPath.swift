/// The path of a navigation stack, from the first screen that was pushed to the last.
public protocol NavigationStackPath {
  /// The type of the path's elements.
  associatedtype Element

  /// The number of pushed screens.
  var count: Int { get }

  /// Returns the element at `index`, which is less than ``count``.
  func element(at index: Int) -> Element

  /// Returns the identity of the element at `index`, which is stable while the element is on the path.
  func identity(at index: Int) -> UInt64

  /// Removes the last element, when the user goes back.
  mutating func removeLast()

  /// Appends `value` if it's an element of this path, and returns whether it is.
  mutating func append(value: Any) -> Bool
}

extension NavigationStackPath {
  /// Returns false, because `value` isn't an element of this path.
  public mutating func append(value: Any) -> Bool { false }
}

/// A path of values. Equal values at different depths are different screens.
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
