public import OrderedCollections

/// An identified array of elements that are `Identifiable`.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

/// An ordered collection of elements with unique IDs, which you can access by position and by ID.
///
/// ```swift
/// var items: IdentifiedArrayOf<Item> = [keyboard, mouse]
/// items[id: mouse.id]?.quantity += 1  // in place
/// items.append(monitor)
/// items.remove(id: keyboard.id)
/// items.elements  // [mouse, monitor]
/// ```
///
/// Looking up, appending, and changing an element take O(1) on average. Inserting and removing elements
/// elsewhere take O(`count`). Positions are `0..<count`.
///
/// An element is stored under the ID that it had when it was added. If you change the ID in place, an issue is
/// reported, and the element remains stored under its previous ID.
public struct IdentifiedArray<ID: Hashable, Element> {
  @usableFromInline var _dictionary: OrderedDictionary<ID, Element>

  // The compiler can't verify that this is safe. All closures are created in the initializers of this module,
  // and capture only a `Sendable` key path, if anything. The property isn't `@Sendable` because that would
  // require nonisolated conformances of each element's type.
  @usableFromInline nonisolated(unsafe) let _id: (Element) -> ID

  @inlinable
  init(_dictionary: OrderedDictionary<ID, Element>, _id: @escaping (Element) -> ID) {
    self._dictionary = _dictionary
    self._id = _id
  }
}

extension IdentifiedArray: Sendable where ID: Sendable, Element: Sendable {}
