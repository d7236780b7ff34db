public import OrderedCollections

extension IdentifiedArray {
  /// An empty array of elements that are identified by a property.
  @inlinable
  public init(id: any KeyPath<Element, ID> & Sendable, minimumCapacity: Int = 0) {
    self.init(
      _dictionary: OrderedDictionary(minimumCapacity: minimumCapacity),
      _id: { $0[keyPath: id] }
    )
  }

  /// An array of elements that are identified by a property and expected to have distinct ids.
  ///
  /// Of elements with the same id the first stays, and an issue is reported.
  @inlinable
  public init(
    uniqueElements elements: some Sequence<Element>,
    id: any KeyPath<Element, ID> & Sendable
  ) {
    self.init(id: id, minimumCapacity: elements.underestimatedCount)
    appendUnique(elements)
  }

  /// An array of elements that are identified by a property and known to have distinct ids.
  ///
  /// It is not checked that they do. Where they do not, what is found is not specified.
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

  /// An array of elements that are identified by a property, where those of the same id become one.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - id: The property.
  ///   - combine: What two elements of the same id become, the earlier given first.
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
  /// An empty array.
  @inlinable
  public init(minimumCapacity: Int = 0) {
    self.init(
      _dictionary: OrderedDictionary(minimumCapacity: minimumCapacity),
      _id: { $0.id }
    )
  }

  /// An array of elements that are expected to have distinct ids.
  ///
  /// Of elements with the same id the first stays, and an issue is reported.
  @inlinable
  public init(uniqueElements elements: some Sequence<Element>) {
    self.init(minimumCapacity: elements.underestimatedCount)
    appendUnique(elements)
  }

  /// An array of elements that are known to have distinct ids.
  ///
  /// It is not checked that they do. Where they do not, what is found is not specified.
  @inlinable
  public init(uncheckedUniqueElements elements: some Sequence<Element>) {
    self.init(
      _dictionary: OrderedDictionary(
        uncheckedUniqueKeysWithValues: elements.lazy.map { ($0.id, $0) }),
      _id: { $0.id }
    )
  }

  /// An array where elements of the same id become one.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - combine: What two elements of the same id become, the earlier given first.
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
  /// An array of elements that are expected to have distinct ids, as `init(uniqueElements:)`.
  @inlinable
  public init(arrayLiteral elements: Element...) {
    self.init(uniqueElements: elements)
  }
}
