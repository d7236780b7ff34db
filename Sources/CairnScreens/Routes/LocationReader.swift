import CairnBytes
import CairnFeatures

/// The rest of a location while it's opened. Each route removes its own part.
public struct LocationReader: Sendable {
  /// The segments that haven't been opened yet, in order.
  public var segments: ArraySlice<String>

  /// The items that haven't been read yet.
  private var items: ArraySlice<Location.QueryItem>
  private var room = LocationWriter.queryLimit
  /// The items whose names are known, but whose values couldn't be read.
  private(set) var unreadable: [Location.QueryItem] = []

  /// The session that the guards of routes check, or `nil` to open the location regardless of guards.
  var session: BrowserSession?
  /// The guard that doesn't admit the session. The rest of the location isn't opened.
  var closedGuard: RouteGuard?

  /// The maximum number of segments to open.
  ///
  /// Each segment can be nested in the one before it. The limit therefore bounds the recursion that a URL can
  /// cause.
  static let greatestDepth = 128
  /// The maximum number of items to read from a query.
  ///
  /// The server rejects targets with more items, so items are never ignored silently. Other sites can append
  /// items of their own, and these can come first.
  package static let maximumItems = 256

  init(_ location: Location) {
    segments = location.segments.prefix(Self.greatestDepth)
    items = location.query.prefix(Self.maximumItems)
  }

  /// Removes the first item with a name and reads its value. An item that can't be read is added to
  /// `unreadable`.
  ///
  /// - Parameter body: Reads the value. Returns false if the value isn't valid.
  /// - Returns: Whether there was an item with a valid value. An empty value counts as a missing item.
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
