/// A collection with a binding to each element of a bound collection.
///
/// A binding finds its element by ID, even if the element has moved. If the element is gone, the binding reads its
/// initial value and ignores new values.
public struct BoundElements<Base, ID: Hashable>: RandomAccessCollection
where Base: MutableCollection & RandomAccessCollection {
  @usableFromInline let base: Binding<Base>
  @usableFromInline let elements: Base
  @usableFromInline let id: (Base.Element) -> ID

  /// Creates a binding to each element.
  /// - Parameters:
  ///   - base: The bound collection.
  ///   - id: Returns the ID of an element.
  @inlinable
  public init(_ base: Binding<Base>, id: @escaping (Base.Element) -> ID) {
    self.base = base
    self.id = id
    elements = base.wrappedValue
  }

  /// The position of the first element.
  @inlinable public var startIndex: Base.Index { elements.startIndex }
  /// The position after the last element.
  @inlinable public var endIndex: Base.Index { elements.endIndex }
  /// Returns the position after `index`.
  @inlinable public func index(after index: Base.Index) -> Base.Index {
    elements.index(after: index)
  }
  /// Returns the position before `index`.
  @inlinable public func index(before index: Base.Index) -> Base.Index {
    elements.index(before: index)
  }
  /// Returns the position that is `distance` elements away from `index`.
  @inlinable public func index(_ index: Base.Index, offsetBy distance: Int) -> Base.Index {
    elements.index(index, offsetBy: distance)
  }
  /// Returns the number of elements between two positions.
  @inlinable public func distance(from start: Base.Index, to end: Base.Index) -> Int {
    elements.distance(from: start, to: end)
  }

  /// Returns a binding to the element at `position`.
  @inlinable
  public subscript(position: Base.Index) -> Binding<Base.Element> {
    let base = base
    let id = id
    let element = elements[position]
    let elementID = id(element)
    let find = { (elements: Base) -> Base.Index? in
      if elements.indices.contains(position), id(elements[position]) == elementID {
        return position
      }
      return elements.firstIndex { id($0) == elementID }
    }
    return Binding(
      get: {
        let elements = base.wrappedValue
        return find(elements).map { elements[$0] } ?? element
      },
      set: { newValue in
        var elements = base.wrappedValue
        guard let index = find(elements) else { return }
        elements[index] = newValue
        base.wrappedValue = elements
      })
  }
}

extension ForEach {
  /// Creates a view for each element of a bound collection.
  ///
  /// Each view gets a binding to its element.
  /// - Parameters:
  ///   - data: The bound collection.
  ///   - id: The key path of an element's ID.
  ///   - content: Returns the view of an element.
  @inlinable
  public init<Base, ID: Hashable>(
    _ data: Binding<Base>, id: KeyPath<Base.Element, ID>,
    @ViewBuilder content: @escaping (Binding<Base.Element>) -> Content,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) where Data == BoundElements<Base, ID> {
    self.init(
      BoundElements(data, id: { $0[keyPath: id] }),
      hash: { StableHash.of($0.wrappedValue[keyPath: id]) },
      name: { "\($0.wrappedValue[keyPath: id])" }, mayRepeat: true, content: content,
      fileID: fileID, filePath: filePath, line: line)
  }

  /// Creates a view for each identifiable element of a bound collection.
  ///
  /// Each view gets a binding to its element.
  ///
  /// ```swift
  /// ForEach($store.rows) { $row in
  ///   TextField("Name", text: $row.name)
  /// }
  /// ```
  @inlinable
  public init<Base>(
    _ data: Binding<Base>, @ViewBuilder content: @escaping (Binding<Base.Element>) -> Content,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) where Base.Element: Identifiable, Data == BoundElements<Base, Base.Element.ID> {
    self.init(
      BoundElements(data, id: { $0.id }), hash: { StableHash.of($0.wrappedValue.id) },
      name: { "\($0.wrappedValue.id)" }, mayRepeat: !(Base.self is any UniquelyIdentified.Type),
      content: content, fileID: fileID, filePath: filePath, line: line)
  }
}

extension List {
  /// Creates a list with a row for each element of a bound collection.
  ///
  /// Each row gets a binding to its element.
  /// - Parameters:
  ///   - data: The bound collection.
  ///   - id: The key path of an element's ID.
  ///   - row: Returns the row of an element.
  @inlinable
  public init<Base, ID: Hashable, Row: View>(
    _ data: Binding<Base>, id: KeyPath<Base.Element, ID>,
    @ViewBuilder row: @escaping (Binding<Base.Element>) -> Row,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) where Content == ForEach<BoundElements<Base, ID>, Row> {
    self.init {
      ForEach(data, id: id, content: row, fileID: fileID, filePath: filePath, line: line)
    }
  }

  /// Creates a list with a row for each identifiable element of a bound collection.
  ///
  /// Each row gets a binding to its element.
  @inlinable
  public init<Base, Row: View>(
    _ data: Binding<Base>, @ViewBuilder row: @escaping (Binding<Base.Element>) -> Row,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  )
  where Base.Element: Identifiable, Content == ForEach<BoundElements<Base, Base.Element.ID>, Row> {
    self.init { ForEach(data, content: row, fileID: fileID, filePath: filePath, line: line) }
  }
}
