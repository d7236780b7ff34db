extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Creates an array of the elements of a sequence. If several elements have the same ID, the first is used.
  public init(_ elements: some Sequence<Element>) {
    self.init()
    append(contentsOf: elements)
  }
}

extension IdentifiedArray {
  /// Appends elements: `state.items += page.items`. Elements whose IDs are already in the array are ignored.
  public static func += (array: inout Self, elements: some Sequence<Element>) {
    array.append(contentsOf: elements)
  }

  /// Returns an array with the elements of an array, followed by other elements.
  ///
  /// Elements whose IDs are already in the array are ignored.
  public static func + (array: Self, elements: some Sequence<Element>) -> Self {
    var result = array
    result += elements
    return result
  }
}
