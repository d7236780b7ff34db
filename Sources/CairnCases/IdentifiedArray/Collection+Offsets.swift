// Lists use offsets to report which of their rows were deleted or moved.

extension RangeReplaceableCollection where Index == Int {
  /// Removes the elements at the given offsets, such as the positions in an `IndexSet`.
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    for offset in Set(offsets).sorted(by: >) { remove(at: index(startIndex, offsetBy: offset)) }
  }

  /// Moves the elements at the given offsets in front of another element.
  ///
  /// - Parameters:
  ///   - source: The offsets of the elements before the move.
  ///   - destination: The offset before the move of the element that will follow them, or the count to move
  ///     them to the end.
  public mutating func move(
    fromOffsets source: some Sequence<Int>, toOffset destination: Int
  ) {
    let offsets = Set(source).sorted()
    let moved = offsets.map { self[index(startIndex, offsetBy: $0)] }
    remove(atOffsets: offsets)
    let place = destination - offsets.count { $0 < destination }
    insert(contentsOf: moved, at: index(startIndex, offsetBy: place))
  }
}
