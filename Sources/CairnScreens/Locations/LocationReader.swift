import CairnBytes

/// What is left of a location while it is opened: each place takes what it names.
public struct LocationReader: Sendable {
  /// The segments that nothing was opened for yet, from the outermost.
  public var segments: ArraySlice<String>

  /// The items that no query has taken yet.
  private var items: ArraySlice<Location.QueryItem>
  private var room = LocationWriter.queryLimit
  /// The items that a query took and could not read.
  private(set) var unreadable: [Location.QueryItem] = []

  /// The most segments that are opened. Each may lie in the one before, and so a URL decides how deep
  /// the work goes.
  static let greatestDepth = 128
  /// The most items of a query that are looked at. The server refuses targets with more, so none is ignored
  /// silently: other sites append items of their own, and they may come first.
  package static let maximumItems = 256

  init(_ location: Location) {
    segments = location.segments.prefix(Self.greatestDepth)
    items = location.query.prefix(Self.maximumItems)
  }

  /// Takes the first item with a name, and reads its value; an item that can not be read is told of.
  ///
  /// - Parameter body: Reads the value; false where it can not be read.
  /// - Returns: Whether there was an item and it could be read. An empty value counts as none.
  mutating func take(_ name: String, _ body: (String) -> Bool) -> Bool {
    guard let index = items.firstIndex(where: { $0.name.hasSameBytes(as: name) }) else {
      return false
    }
    let item = items.remove(at: index)
    guard !item.value.isEmpty else { return false }
    let size = LocationWriter.size(of: item)
    guard size <= LocationWriter.itemLimit, size <= room, body(item.value) else {
      unreadable.append(item)
      return false
    }
    room -= size
    return true
  }
}
