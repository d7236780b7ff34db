public import OrderedCollections

extension IdentifiedArray {
  /// The ids, in the order of the elements.
  @inlinable
  public var ids: OrderedSet<ID> { _dictionary.keys }

  /// The elements as an array.
  @inlinable
  public var elements: [Element] { _dictionary.values.elements }

  /// The element of an id; nil where there is none.
  ///
  /// An element is changed in place. Setting nil removes it. Setting an element where there was
  /// none appends it. The id of the element has to be the id that is given: where it is not, an
  /// issue is reported, and the element is kept under the id that is given.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get { _dictionary[id] }
    set {
      _dictionary[id] = newValue
      if let newValue { _checkIdentity(of: newValue, id: id) }
    }
    _modify {
      yield &_dictionary[id][_keeping: id, by: _id]
    }
  }

  /// The position of an id; nil where there is none.
  @inlinable
  public func index(id: ID) -> Int? {
    _dictionary.index(forKey: id)
  }

  /// Whether there is an element of an id.
  @inlinable
  public func contains(id: ID) -> Bool {
    _dictionary.index(forKey: id) != nil
  }

  @inlinable
  func _checkIdentity(of element: Element, id: ID) {
    let actual = _id(element)
    if actual != id { _reportChange(of: id, to: actual, in: Element.self) }
  }
}

extension Optional {
  /// The optional itself, whose id is checked once it was changed. An accessor rather than a check
  /// by the owner, because the owner would have to look the element up again.
  @inlinable
  subscript<ID: Hashable>(_keeping id: ID, by identify: (Wrapped) -> ID) -> Wrapped? {
    get { self }
    _modify {
      yield &self
      if let self {
        let actual = identify(self)
        if actual != id { _reportChange(of: id, to: actual, in: Wrapped.self) }
      }
    }
  }
}
