public import OrderedCollections

extension IdentifiedArray {
  /// Exchanges two elements.
  @inlinable
  public mutating func swapAt(_ i: Int, _ j: Int) {
    _dictionary.swapAt(i, j)
  }

  /// Reorders the elements so that all elements that satisfy a predicate follow the others.
  ///
  /// - Returns: The position of the first element that satisfies the predicate.
  @inlinable
  public mutating func partition(
    by belongsInSecondPartition: (Element) throws -> Bool
  ) rethrows -> Int {
    try _dictionary.partition { try belongsInSecondPartition($0.value) }
  }

  /// Sorts the elements with a comparison. The order of equal elements is preserved.
  @inlinable
  public mutating func sort(
    by areInIncreasingOrder: (Element, Element) throws -> Bool
  ) rethrows {
    try _dictionary.sort { try areInIncreasingOrder($0.value, $1.value) }
  }

  /// Reverses the order of the elements.
  @inlinable
  public mutating func reverse() {
    _dictionary.reverse()
  }

  /// Shuffles the elements.
  @inlinable
  public mutating func shuffle() {
    _dictionary.shuffle()
  }

  /// Shuffles the elements with a random number generator.
  @inlinable
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    _dictionary.shuffle(using: &generator)
  }

  /// Moves the elements at several positions, in their order, in front of another element.
  ///
  /// - Parameters:
  ///   - source: The positions before the move, such as the positions in an `IndexSet`.
  ///   - destination: The position before the move of the element that will follow them, or `endIndex` to move
  ///     them to the end.
  @inlinable
  public mutating func move(fromOffsets source: some Sequence<Int>, toOffset destination: Int) {
    let moved = Set(source)
    func isMoved(_ index: Int) -> Bool { moved.contains(index) }
    let order =
      (startIndex..<destination).filter { !isMoved($0) }
      + moved.sorted()
      + (destination..<endIndex).filter { !isMoved($0) }
    _dictionary = OrderedDictionary(
      uncheckedUniqueKeysWithValues: order.lazy.map {
        [_dictionary] in (_dictionary.keys[$0], _dictionary.values[$0])
      })
  }

  /// Moves an element in front of another element.
  ///
  /// - Parameters:
  ///   - index: The position of the element before the move.
  ///   - destination: The position before the move of the element that will follow it, or `endIndex` to move it
  ///     to the end.
  @inlinable
  public mutating func move(from index: Int, to destination: Int) {
    let target = destination > index ? destination - 1 : destination
    let (id, element) = _dictionary.remove(at: index)
    _dictionary.updateValue(element, forKey: id, insertingAt: target)
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements. The order of equal elements is preserved.
  @inlinable
  public mutating func sort() {
    sort(by: <)
  }
}
