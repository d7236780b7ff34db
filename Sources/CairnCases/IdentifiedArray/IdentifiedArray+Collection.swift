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
  /// The element at a position, which is changed in place.
  ///
  /// A new element has to have the id of the former one: where it has not, an issue is reported,
  /// and it is kept under the former id. To put another element in a place use
  /// ``update(_:at:)``.
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
