public import OrderedCollections

extension IdentifiedArray {
  /// Removes and returns the element with an ID, or returns `nil` if the array doesn't contain it.
  @inlinable
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    _dictionary.removeValue(forKey: id)
  }

  /// Removes and returns the element with the ID of the given element, or returns `nil` if the array doesn't
  /// contain it.
  @inlinable
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    _dictionary.removeValue(forKey: _id(element))
  }

  /// Removes and returns the element at a position.
  @inlinable
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    _dictionary.remove(at: index).value
  }

  /// Removes the elements at several positions, such as the positions in an `IndexSet`.
  @inlinable
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    for index in Set(offsets).sorted(by: >) {
      _dictionary.remove(at: index)
    }
  }

  /// Removes all elements.
  @inlinable
  public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
    _dictionary.removeAll(keepingCapacity: keepCapacity)
  }

  /// Removes the elements that satisfy a predicate.
  @inlinable
  public mutating func removeAll(
    where shouldBeRemoved: (Element) throws -> Bool
  ) rethrows {
    try _dictionary.removeAll { try shouldBeRemoved($0.value) }
  }

  /// Removes and returns the first element. The array must not be empty.
  @inlinable
  @discardableResult
  public mutating func removeFirst() -> Element {
    _dictionary.removeFirst().value
  }

  /// Removes the given number of elements from the beginning.
  @inlinable
  public mutating func removeFirst(_ count: Int) {
    _dictionary.removeFirst(count)
  }

  /// Removes and returns the last element. The array must not be empty.
  @inlinable
  @discardableResult
  public mutating func removeLast() -> Element {
    _dictionary.removeLast().value
  }

  /// Removes the given number of elements from the end.
  @inlinable
  public mutating func removeLast(_ count: Int) {
    _dictionary.removeLast(count)
  }

  /// Removes and returns the last element, or returns `nil` if the array is empty.
  @inlinable
  @discardableResult
  public mutating func popLast() -> Element? {
    isEmpty ? nil : removeLast()
  }

  /// Removes the elements in a range of positions.
  @inlinable
  public mutating func removeSubrange(_ bounds: some RangeExpression<Int>) {
    _dictionary.removeSubrange(bounds.relative(to: self))
  }

  /// Returns the elements that satisfy a predicate, in their order.
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    Self(_dictionary: try _dictionary.filter { try isIncluded($0.value) }, _id: _id)
  }
}
