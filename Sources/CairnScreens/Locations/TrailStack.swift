/// What a ``Trail`` stands for: a stack of features, or an array of the states of models.
public protocol TrailStack<Element>: RandomAccessCollection, RangeReplaceableCollection
where Index == Int {
  /// Puts an element in the place of another one, which keeps its identity.
  mutating func _replaceElement(at index: Int, with element: Element)
}

/// An element of an array is identified by its index: those below are there before it.
extension Array: TrailStack {
  public mutating func _replaceElement(at index: Int, with element: Element) {
    self[index] = element
  }
}
