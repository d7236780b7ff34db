public import CairnCases

extension Shared {
  /// Returns the element with an ID as a shared value, which is `nil` if there is no such element.
  ///
  /// ```swift
  /// if let item = Shared($items[id: id]) { state.edit = Edit.State(item: item) }
  /// ```
  ///
  /// - Parameter id: The ID of the element.
  public subscript<ID: Hashable, Element>(
    id id: ID
  ) -> Shared<Element?> where Value == IdentifiedArray<ID, Element> {
    Shared<Element?>(reference: reference.element(id: id))
  }

  /// Returns the value of a key as a shared value, which is `nil` if there is no such value.
  ///
  /// - Parameter key: The key in the dictionary.
  public subscript<Key: Hashable, Element>(
    key: Key
  ) -> Shared<Element?> where Value == [Key: Element] {
    Shared<Element?>(reference: reference.element(key: key))
  }

  /// Returns the element at an index as a shared value.
  ///
  /// If the collection no longer has this index, the shared value keeps the last value and ignores changes. If other
  /// code may remove elements at the same time, the index may be invalid. Use `Array($items)` in that case, or an
  /// ``/CairnCases/IdentifiedArray`` and IDs.
  ///
  /// - Parameter index: A valid index of the collection.
  public subscript(
    index: Int
  ) -> Shared<Value.Element>
  where Value: MutableCollection & RandomAccessCollection, Value.Index == Int {
    Shared<Value.Element>(reference: reference.existingElement(at: index))
  }

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
    wrappedValue.ids.compactMap { Shared<Element>(self[id: $0]) }
  }
}

extension SharedReader {
  /// Returns a reader of the element with an ID. The value is `nil` if there is no such element.
  ///
  /// - Parameter id: The ID of the element.
  public subscript<ID: Hashable, Element>(
    id id: ID
  ) -> SharedReader<Element?> where Value == IdentifiedArray<ID, Element> {
    SharedReader<Element?>(reference: reference.element(id: id))
  }

  /// Returns a reader of the value of a key. The value is `nil` if there is no such value.
  ///
  /// - Parameter key: The key in the dictionary.
  public subscript<Key: Hashable, Element>(
    key: Key
  ) -> SharedReader<Element?> where Value == [Key: Element] {
    SharedReader<Element?>(reference: reference.element(key: key))
  }

  /// Returns a reader of the element at an index.
  ///
  /// If the collection no longer has this index, the reader keeps the last value.
  ///
  /// - Parameter index: A valid index of the collection.
  public subscript(
    index: Int
  ) -> SharedReader<Value.Element>
  where Value: MutableCollection & RandomAccessCollection, Value.Index == Int {
    SharedReader<Value.Element>(reference: reference.existingElement(at: index))
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
    self = shared.wrappedValue.indices.compactMap { index in
      UnwrappedReference(shared.reference.element(at: index)).map {
        Shared<Value.Element>(reference: $0)
      }
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
