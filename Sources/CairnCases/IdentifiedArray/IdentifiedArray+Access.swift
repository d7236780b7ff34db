public import OrderedCollections

extension IdentifiedArray {
  /// The IDs, in the order of the elements.
  @inlinable
  public var ids: OrderedSet<ID> { _dictionary.keys }

  /// The elements as an array.
  @inlinable
  public var elements: [Element] { _dictionary.values.elements }

  /// The element with an ID, or `nil` if the array doesn't contain it.
  ///
  /// Changes to the element are made in place. Setting `nil` removes the element. If there is no element with
  /// the ID, setting an element appends it.
  ///
  /// The ID of a new element must be the given ID. If it isn't, an issue is reported, and the element is stored
  /// under the given ID.
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

  /// Returns the position of the element with an ID, or `nil` if the array doesn't contain it.
  @inlinable
  public func index(id: ID) -> Int? {
    _dictionary.index(forKey: id)
  }

  /// Returns whether the array contains an element with an ID.
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
  /// The optional itself, whose ID is checked after it's changed.
  ///
  /// The check is in this accessor because the array would have to look up the element again.
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
