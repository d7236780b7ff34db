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
