import CairnCases
import CairnFeatures

extension SharedReference {
  /// Returns a reference to the element with an ID. Its value is `nil` if there is no such element.
  func element<ID: Hashable, Element>(
    id: ID
  ) -> ProjectedReference<Value, Element?> where Value == IdentifiedArray<ID, Element> {
    ProjectedReference(self, \.[id: id], element: SendableKeyPath(\.[id: id]))
  }

  /// Returns a reference to the value of a key. It's `nil` if there is no such value.
  func element<Key: Hashable, Element>(
    key: Key
  ) -> ProjectedReference<Value, Element?> where Value == [Key: Element] {
    ProjectedReference(self, \.[key], element: SendableKeyPath(\.[id: key]))
  }

  /// Returns a reference to the element at an index. Its value is `nil` if there is no such element.
  func element(
    at index: Int
  ) -> ProjectedReference<Value, Value.Element?>
  where Value: MutableCollection & RandomAccessCollection {
    ProjectedReference(self, \.[_existing: index], element: SendableKeyPath(\.[index: index]))
  }

  /// Returns a reference to the element at a valid index.
  func existingElement(
    at index: Int
  ) -> UnwrappedReference<Value.Element>
  where Value: MutableCollection & RandomAccessCollection {
    guard let element = UnwrappedReference(element(at: index)) else {
      preconditionFailure("The shared collection has no element at index \(index).")
    }
    return element
  }
}

/// A collection whose elements are found by an ID or a key of any type.
protocol KeyedElements {
  /// Returns a reference to an element of a shared collection, or `nil` if the ID has another type.
  static func element(_ id: SharedElementID, of reference: any SharedParts) -> (any SharedParts)?
}

extension IdentifiedArray: KeyedElements {
  static func element(_ id: SharedElementID, of reference: any SharedParts) -> (any SharedParts)? {
    guard let id = id.id(as: ID.self) else { return nil }
    return (reference as? any SharedReference<Self>)?.element(id: id)
  }
}

extension Dictionary: KeyedElements {
  static func element(_ id: SharedElementID, of reference: any SharedParts) -> (any SharedParts)? {
    guard let key = id.id(as: Key.self) else { return nil }
    return (reference as? any SharedReference<Self>)?.element(key: key)
  }
}

/// The steps from collections to their elements.
///
/// A step is represented by a key path of this type, because a key path can contain an ID of any type, and other threads
/// can read it.
struct SharedElementSteps {
  typealias Step = SendableKeyPath<KeyPath<Self, SharedPartName.Step?>>

  /// The step to the element with an ID or a key, or `nil` if the ID can't be encoded.
  subscript<ID: Hashable>(id id: ID) -> SharedPartName.Step? {
    SharedElementID(id).map { .element($0) }
  }

  /// The step to the element at an index.
  subscript(index index: Int) -> SharedPartName.Step? { .index(index) }
}

extension MutableCollection {
  /// Accesses the element at an index, or `nil` if there is no such element. Writes to a missing element are ignored.
  fileprivate subscript(_existing index: Int) -> Element? {
    get { existing(index).map { self[$0] } }
    set { if let newValue, let index = existing(index) { self[index] = newValue } }
  }

  private func existing(_ index: Int) -> Index? {
    (index as? Index).flatMap { startIndex <= $0 && $0 < endIndex ? $0 : nil }
  }
}
