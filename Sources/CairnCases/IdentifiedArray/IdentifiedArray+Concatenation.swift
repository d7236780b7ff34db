extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// The elements of a sequence; of those with one id the first.
  public init(_ elements: some Sequence<Element>) {
    self.init()
    append(contentsOf: elements)
  }
}

extension IdentifiedArray {
  /// Appends elements: `state.items += page.items`. Of those with an id that is there already nothing is
  /// appended.
  public static func += (array: inout Self, elements: some Sequence<Element>) {
    array.append(contentsOf: elements)
  }

  /// The elements of an array, and others after them.
  public static func + (array: Self, elements: some Sequence<Element>) -> Self {
    var result = array
    result += elements
    return result
  }
}
