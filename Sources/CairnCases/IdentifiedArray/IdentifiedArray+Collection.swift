public import OrderedCollections

extension IdentifiedArray: RandomAccessCollection {
  @inlinable
  public var startIndex: Int { 0 }

  @inlinable
  public var endIndex: Int { _dictionary.count }

  @inlinable
  public func index(after i: Int) -> Int { i + 1 }

  @inlinable
  public func index(before i: Int) -> Int { i - 1 }

  @inlinable
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    try _dictionary.values.withContiguousStorageIfAvailable(body)
  }
}

extension IdentifiedArray: MutableCollection {
  /// The element at a position, which can be changed in place.
  ///
  /// A new element must have the ID of the previous one. If it doesn't, an issue is reported, and the element
  /// is stored under the previous ID. Use ``update(_:at:)`` to store an element with another ID.
  @inlinable
  public subscript(position: Int) -> Element {
    get { _dictionary.values[position] }
    set {
      _dictionary.values[position] = newValue
      _checkIdentity(of: newValue, id: _dictionary.keys[position])
    }
    _modify {
      yield &_dictionary.values[position]
      _checkIdentity(of: _dictionary.values[position], id: _dictionary.keys[position])
    }
  }
}
