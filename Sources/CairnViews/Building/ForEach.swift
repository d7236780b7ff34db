/// A view for each element of a collection.
///
/// In a list, each element is one row. Elements are identified by their IDs, so the controls of a row keep their own
/// IDs while other rows are added and removed. If several elements have the same ID, they're distinguished by their
/// order, and an issue is reported.
///
/// If the row is an `Equatable` view that doesn't read a store or a model, Cairn can skip it. An equal row that the
/// browser already shows is neither evaluated nor sent again.
///
/// While a screen is pushed on top, the elements aren't evaluated, so presentations from within a row aren't found.
///
/// ```swift
/// ForEach(items) { item in Text(item.name) }
/// ```
public struct ForEach<Data: RandomAccessCollection, Content: View>: _PrimitiveView {
  @usableFromInline let data: Data
  @usableFromInline let id: (Data.Element) -> UInt64
  @usableFromInline let content: (Data.Element) -> Content
  /// Returns the ID of an element as text, for messages.
  @usableFromInline let name: (Data.Element) -> String
  /// Whether several elements can have the same ID.
  @usableFromInline let mayRepeat: Bool
  @usableFromInline let fileID: StaticString
  @usableFromInline let filePath: StaticString
  @usableFromInline let line: UInt
  /// Returns the number of consecutive rows from an index that are unchanged, for a collection at a place.
  @usableFromInline let countUnchanged: (Data, Data.Index, UInt64, RowMemory<Content>) -> Int

  @inlinable @inline(__always)
  init(
    _ data: Data, hash id: @escaping (Data.Element) -> UInt64,
    name: @escaping (Data.Element) -> String, mayRepeat: Bool,
    content: @escaping (Data.Element) -> Content,
    fileID: StaticString, filePath: StaticString, line: UInt
  ) {
    self.data = data
    self.id = id
    self.content = content
    self.name = name
    self.mayRepeat = mayRepeat
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    // The closure is compiled for the concrete types, which are known here.
    countUnchanged = { data, index, place, rows in
      rows.countUnchanged(data, from: index, at: place, hash: id, content: content)
    }
  }

  /// Creates a view for each element, identified by the value at `id`.
  @inlinable
  public init<ID: Hashable>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    self.init(
      data, hash: { StableHash.of($0[keyPath: id]) }, name: { "\($0[keyPath: id])" },
      mayRepeat: true, content: content, fileID: fileID, filePath: filePath, line: line)
  }

  /// Returns the number of unchanged rows from an index, which is computed once per evaluation.
  @inlinable
  func unchanged(from index: Data.Index, at place: UInt64, _ memory: RowMemory<Content>) -> Int {
    if memory.areSame, index == data.startIndex, data.count == memory.rows.count {
      return data.count
    }
    let element = data.distance(from: data.startIndex, to: index)
    if let count = memory.counted(from: element) { return count }
    let count = countUnchanged(data, index, place, memory)
    memory.note(count, from: element)
    return count
  }

  /// Returns an ID for an element if several elements may have the same ID.
  @inlinable
  func distinct(_ element: Data.Element, _ counts: inout IDCounts) -> UInt64 {
    let id = id(element)
    let distinct = counts.next(id)
    if counts.isRepeated(id) {
      RepeatedIDs.report(name(element), fileID: fileID, filePath: filePath, line: line)
    }
    return distinct
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    guard !renderer.flags.contains(.hidden) else { return }
    let place = renderer.place
    renderer.beginElements()
    let areRepeated = view.mayRepeat && RepeatedIDs.areThere(in: view.data, hash: view.id)
    var counts = IDCounts()
    let memory = Content._isComparable && !areRepeated ? renderer.beginRows(of: Content.self) : nil
    var index = view.data.startIndex
    var unchanged = 0
    while index != view.data.endIndex {
      if let memory {
        if unchanged == 0 { unchanged = view.unchanged(from: index, at: place, memory) }
        let count = renderer.leaveOut(unchanged, of: memory, at: place)
        unchanged -= count
        view.data.formIndex(&index, offsetBy: count)
        if index == view.data.endIndex { break }
        if unchanged > 0 { unchanged -= 1 }
      }
      let element = view.data[index]
      view.data.formIndex(after: &index)
      let id = areRepeated ? view.distinct(element, &counts) : view.id(element)
      let row = Place.mix(place, id)
      renderer.place = row
      if renderer.flags.contains(.limited),
        renderer.leavesOutLargeRow(id, containsSections: Content._containsSections)
      {
        continue
      }
      let start = renderer.beginElement()
      let content = view.content(element)
      if let memory, renderer.leavesOut(content, id, memory) { continue }
      if Content._containsSections {
        Content._render(content, &renderer)
      } else {
        let outer = renderer.openRow(id: id)
        Content._render(content, &renderer)
        renderer.closeRow(outer)
      }
      if let memory { renderer.keep(content, row, memory) }
      renderer.endElement(row, start)
    }
    renderer.endElements()
    renderer.place = place
    if let memory { renderer.endRows(memory) }
  }

  @inlinable
  public static var _containsSections: Bool { Content._containsSections }
}

extension ForEach where Data.Element: Identifiable {
  /// Creates a view for each identifiable element.
  @inlinable
  public init(
    _ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    self.init(
      data, hash: { StableHash.of($0.id) }, name: { "\($0.id)" },
      mayRepeat: !(Data.self is any UniquelyIdentified.Type), content: content, fileID: fileID,
      filePath: filePath, line: line)
  }
}

extension ForEach where Data == Range<Int> {
  /// Creates a view for each number in a range.
  @inlinable
  public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) {
    self.init(
      data, hash: { StableHash.of($0) }, name: { "\($0)" }, mayRepeat: false, content: content,
      fileID: #fileID, filePath: #filePath, line: #line)
  }
}
