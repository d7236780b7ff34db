public import CairnCases

extension Shared {
  /// The elements of an identified array, each as a shared value of its own.
  ///
  /// ```swift
  /// for item in state.$items.elements { item.withLock { $0.isSelected = false } }
  /// ```
  /// An element is found by its id, wherever it is then; when it is gone its shared value keeps what it
  /// was, and changes of it go nowhere. For one element unwrap an optional: `Shared($items[id: id])`.
  public func elements<ID: Hashable, Element>() -> [Shared<Element>]
  where Value == IdentifiedArray<ID, Element> {
    wrappedValue.ids.compactMap { Shared<Element>(self[dynamicMember: \.[id: $0]]) }
  }
}

extension Array {
  /// The elements of a shared collection, each as a shared value of its own.
  ///
  /// ```swift
  /// for item in Array(state.$items) { item.withLock { $0.isSelected = false } }
  /// ```
  /// An element is found by its index, or in an ``IdentifiedArray`` by its id; when it is gone its shared
  /// value keeps what it was, and changes of it go nowhere.
  public init<Value: MutableCollection & RandomAccessCollection>(_ shared: Shared<Value>)
  where Element == Shared<Value.Element>, Value.Index == Int {
    self = shared.wrappedValue.indices.compactMap {
      Shared<Value.Element>(shared[dynamicMember: \.[_existing: $0]])
    }
  }

  /// The elements of a shared identified array, each as a shared value of its own.
  public init<ID: Hashable, Member>(_ shared: Shared<IdentifiedArray<ID, Member>>)
  where Element == Shared<Member> {
    self = shared.elements()
  }
}

extension MutableCollection where Index == Int {
  /// The element at an index; nil where there is none. What is written there goes nowhere.
  fileprivate subscript(_existing index: Int) -> Element? {
    get { indices.contains(index) ? self[index] : nil }
    set { if let newValue, indices.contains(index) { self[index] = newValue } }
  }
}
