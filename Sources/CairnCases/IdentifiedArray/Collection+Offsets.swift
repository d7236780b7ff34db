// What lists hand to features: which of their rows were deleted or moved.

extension RangeReplaceableCollection where Index == Int {
  /// Removes the elements at several positions, as those of an `IndexSet`.
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    for offset in Set(offsets).sorted(by: >) { remove(at: index(startIndex, offsetBy: offset)) }
  }

  /// Moves the elements at several positions in front of the one that is at another position now.
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
