public import OrderedCollections

extension IdentifiedArray {
  /// Creates an empty array whose elements are identified by a property.
  @inlinable
  public init(id: any KeyPath<Element, ID> & Sendable, minimumCapacity: Int = 0) {
    self.init(
      _dictionary: OrderedDictionary(minimumCapacity: minimumCapacity),
      _id: { $0[keyPath: id] }
    )
  }

  /// Creates an array of elements that are identified by a property and should have unique IDs.
  ///
  /// If several elements have the same ID, the first is used, and an issue is reported.
  @inlinable
  public init(
    uniqueElements elements: some Sequence<Element>,
    id: any KeyPath<Element, ID> & Sendable
  ) {
    self.init(id: id, minimumCapacity: elements.underestimatedCount)
    appendUnique(elements)
  }

  /// Creates an array of elements that are identified by a property and must have unique IDs.
  ///
  /// The IDs aren't checked. If they aren't unique, the results of lookups are unspecified.
  @inlinable
  public init(
    uncheckedUniqueElements elements: some Sequence<Element>,
    id: any KeyPath<Element, ID> & Sendable
  ) {
    self.init(
      _dictionary: OrderedDictionary(
        uncheckedUniqueKeysWithValues: elements.lazy.map { ($0[keyPath: id], $0) }),
      _id: { $0[keyPath: id] }
    )
  }

  /// Creates an array of elements that are identified by a property, and combines elements that have the same
  /// ID.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - id: The property that identifies an element.
  ///   - combine: Returns the combination of two elements with the same ID. The first argument is the earlier
  ///     element.
  @inlinable
  public init(
    _ elements: some Sequence<Element>,
    id: any KeyPath<Element, ID> & Sendable,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init(
      _dictionary: try OrderedDictionary(
        elements.lazy.map { ($0[keyPath: id], $0) }, uniquingKeysWith: combine),
      _id: { $0[keyPath: id] }
    )
  }

  @inlinable
  mutating func appendUnique(_ elements: some Sequence<Element>) {
    for element in elements {
      if !append(element).inserted {
        _reportDuplicate(_id(element), in: Self.self)
      }
    }
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Creates an empty array.
  @inlinable
  public init(minimumCapacity: Int = 0) {
    self.init(
      _dictionary: OrderedDictionary(minimumCapacity: minimumCapacity),
      _id: { $0.id }
    )
  }

  /// Creates an array of elements that should have unique IDs.
  ///
  /// If several elements have the same ID, the first is used, and an issue is reported.
  @inlinable
  public init(uniqueElements elements: some Sequence<Element>) {
    self.init(minimumCapacity: elements.underestimatedCount)
    appendUnique(elements)
  }

  /// Creates an array of elements that must have unique IDs.
  ///
  /// The IDs aren't checked. If they aren't unique, the results of lookups are unspecified.
  @inlinable
  public init(uncheckedUniqueElements elements: some Sequence<Element>) {
    self.init(
      _dictionary: OrderedDictionary(
        uncheckedUniqueKeysWithValues: elements.lazy.map { ($0.id, $0) }),
      _id: { $0.id }
    )
  }

  /// Creates an array of elements, and combines elements that have the same ID.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - combine: Returns the combination of two elements with the same ID. The first argument is the earlier
  ///     element.
  @inlinable
  public init(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init(
      _dictionary: try OrderedDictionary(
        elements.lazy.map { ($0.id, $0) }, uniquingKeysWith: combine),
      _id: { $0.id }
    )
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral
where Element: Identifiable, ID == Element.ID {
  /// Creates an array of elements that should have unique IDs.
  ///
  /// If several elements have the same ID, the first is used, and an issue is reported.
  @inlinable
  public init(arrayLiteral elements: Element...) {
    self.init(uniqueElements: elements)
  }
}
