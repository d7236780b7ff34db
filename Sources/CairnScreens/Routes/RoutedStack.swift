/// A stack that can be part of a ``StackRoute``, which is a stack of features or an array of the states of models.
public protocol RoutedStack<Element>: RandomAccessCollection, RangeReplaceableCollection
where Index == Int {
  /// Replaces an element, which keeps its identity.
  mutating func _replaceElement(at index: Int, with element: Element)
}

/// An element of an array is identified by its index. The index is stable, because the elements below it were
/// added before it.
extension Array: RoutedStack {
  public mutating func _replaceElement(at index: Int, with element: Element) {
    self[index] = element
  }
}
