public import CairnCases

extension Shared {
  /// Returns the elements of an identified array as separate shared values.
  ///
  /// ```swift
  /// for item in state.$items.elements() { item.withLock { $0.isSelected = false } }
  /// ```
  ///
  /// An element is found by its ID, wherever it is in the array. After it's removed, its shared value keeps the last
  /// value and ignores changes. To get a single element, unwrap an optional with `Shared($items[id: id])`.
  public func elements<ID: Hashable, Element>() -> [Shared<Element>]
  where Value == IdentifiedArray<ID, Element> {
    wrappedValue.ids.compactMap { Shared<Element>(self[dynamicMember: \.[id: $0]]) }
  }
}

extension Array {
  /// Creates an array with the elements of a shared collection as separate shared values.
  ///
  /// ```swift
  /// for item in Array(state.$items) { item.withLock { $0.isSelected = false } }
  /// ```
  ///
  /// An element is found by its index, or by its ID in an ``IdentifiedArray``. After it's removed, its shared value
  /// keeps the last value and ignores changes.
  ///
  /// - Parameter shared: The shared collection.
  public init<Value: MutableCollection & RandomAccessCollection>(_ shared: Shared<Value>)
  where Element == Shared<Value.Element>, Value.Index == Int {
    self = shared.wrappedValue.indices.compactMap {
      Shared<Value.Element>(shared[dynamicMember: \.[_existing: $0]])
    }
  }

  /// Creates an array with the elements of a shared identified array as separate shared values.
  ///
  /// - Parameter shared: The shared array.
  public init<ID: Hashable, Member>(_ shared: Shared<IdentifiedArray<ID, Member>>)
  where Element == Shared<Member> {
    self = shared.elements()
  }
}

extension MutableCollection where Index == Int {
  /// Accesses the element at an index, or `nil` if there is no such element. Writes to a missing element are ignored.
  fileprivate subscript(_existing index: Int) -> Element? {
    get { indices.contains(index) ? self[index] : nil }
    set { if let newValue, indices.contains(index) { self[index] = newValue } }
  }
}
