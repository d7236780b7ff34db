public import OrderedCollections

extension IdentifiedArray {
  /// Makes room for a number of elements.
  @inlinable
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    _dictionary.reserveCapacity(minimumCapacity)
  }

  /// Appends an element unless there is one of its id.
  ///
  /// - Returns: Whether it was appended, and where the element of its id is.
  @inlinable
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: endIndex)
  }

  /// Appends those of the elements whose ids are not there yet.
  @inlinable
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Inserts an element at a position unless there is one of its id.
  ///
  /// - Returns: Whether it was inserted, and where the element of its id is.
  @inlinable
  @discardableResult
  public mutating func insert(_ element: Element, at index: Int) -> (inserted: Bool, index: Int) {
    let id = _id(element)
    if let existing = _dictionary.index(forKey: id) { return (false, existing) }
    _dictionary.updateValue(element, forKey: id, insertingAt: index)
    return (true, index)
  }

  /// Replaces the element of the same id where it stands, or appends the element.
  ///
  /// - Returns: The element that was replaced.
  @inlinable
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    _dictionary.updateValue(element, forKey: _id(element))
  }

  /// Replaces the element of the same id where it stands, or inserts the element at a position.
  ///
  /// - Returns: The element that was replaced, and where the element is.
  @inlinable
  @discardableResult
  public mutating func updateOrInsert(
    _ element: Element,
    at index: Int
  ) -> (originalMember: Element?, index: Int) {
    _dictionary.updateValue(element, forKey: _id(element), insertingAt: index)
  }

  /// Replaces the element at a position by another, of whatever id.
  ///
  /// Where another position has an element of that id nothing is replaced, and an issue is
  /// reported.
  ///
  /// - Returns: The element that is not in the array any more, or never was.
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
