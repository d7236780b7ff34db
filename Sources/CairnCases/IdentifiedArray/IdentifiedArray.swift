public import OrderedCollections

/// An identified array of elements that know their own id.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

/// An ordered collection of elements with distinct ids, found by position and by id alike.
///
/// ```swift
/// var items: IdentifiedArrayOf<Item> = [keyboard, mouse]
/// items[id: mouse.id]?.quantity += 1  // in place
/// items.append(monitor)
/// items.remove(id: keyboard.id)
/// items.elements  // [mouse, monitor]
/// ```
///
/// Looking up, appending and changing an element cost O(1) on average; inserting and removing
/// elsewhere O(`count`). Positions are `0..<count`.
///
/// An element is kept under the id that it had when it came in. Changing that id in place is a
/// mistake that is reported as an issue; the element stays under its former id.
///
/// Topics: `IdentifiedArray+Initializers` makes one, `+Access` reads and changes elements,
/// `+Insertion` and `+Removal` add and take away, `+Ordering` moves.
public struct IdentifiedArray<ID: Hashable, Element> {
  @usableFromInline var _dictionary: OrderedDictionary<ID, Element>

  // Unsafe only to the compiler: every closure is made in the initializers of this module, and
  // captures a Sendable key path or nothing. It is not `@Sendable`, because that would ask of each
  // element's type that its conformances are not isolated.
  @usableFromInline nonisolated(unsafe) let _id: (Element) -> ID

  @inlinable
  init(_dictionary: OrderedDictionary<ID, Element>, _id: @escaping (Element) -> ID) {
    self._dictionary = _dictionary
    self._id = _id
  }
}

extension IdentifiedArray: Sendable where ID: Sendable, Element: Sendable {}
