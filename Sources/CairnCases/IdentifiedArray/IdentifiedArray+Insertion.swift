public import OrderedCollections

extension IdentifiedArray {
  /// Reserves space for a number of elements.
  @inlinable
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    _dictionary.reserveCapacity(minimumCapacity)
  }

  /// Appends an element, unless the array contains an element with its ID.
  ///
  /// - Returns: Whether the element was appended, and the position of the element with its ID.
  @inlinable
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: endIndex)
  }

  /// Appends the elements whose IDs aren't in the array yet.
  @inlinable
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Inserts an element at a position, unless the array contains an element with its ID.
  ///
  /// - Returns: Whether the element was inserted, and the position of the element with its ID.
  @inlinable
  @discardableResult
  public mutating func insert(_ element: Element, at index: Int) -> (inserted: Bool, index: Int) {
    let id = _id(element)
    if let existing = _dictionary.index(forKey: id) { return (false, existing) }
    _dictionary.updateValue(element, forKey: id, insertingAt: index)
    return (true, index)
  }

  /// Replaces the element with the same ID at its position, or appends the element.
  ///
  /// - Returns: The replaced element, or `nil` if the element was appended.
  @inlinable
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    _dictionary.updateValue(element, forKey: _id(element))
  }

  /// Replaces the element with the same ID at its position, or inserts the element at the given position.
  ///
  /// - Returns: The replaced element, or `nil` if the element was inserted, and the position of the new
  ///   element.
  @inlinable
  @discardableResult
  public mutating func updateOrInsert(
    _ element: Element,
    at index: Int
  ) -> (originalMember: Element?, index: Int) {
    _dictionary.updateValue(element, forKey: _id(element), insertingAt: index)
  }

  /// Replaces the element at a position with another element, which can have a different ID.
  ///
  /// If the array has an element with that ID at another position, the array isn't changed, and an issue is
  /// reported.
  ///
  /// - Returns: The replaced element, or the given element if the array isn't changed.
  @inlinable
  @discardableResult
  public mutating func update(_ element: Element, at index: Int) -> Element {
    let id = _id(element)
    if let existing = _dictionary.index(forKey: id), existing != index {
      _reportDuplicate(id, in: Self.self)
      return element
    }
    let replaced = _dictionary.values[index]
    _dictionary.replaceElement(at: index, withKey: id, value: element)
    return replaced
  }
}
