/// The location of a state while it's written. Each route adds its own part.
public struct LocationWriter: Sendable {
  /// The segments, in order.
  public var segments: [String] = []

  /// The guards of the presented screens, from the bottom to the top.
  var guards: [RouteGuard] = []

  private var items: [Location.QueryItem] = []
  private var room = Self.queryLimit

  /// The maximum size of an item in a query, in percent-encoded bytes. A longer value isn't part of the URL.
  static let itemLimit = 1024
  /// The maximum size of all values of a location together, in percent-encoded bytes.
  package static let queryLimit = 2048

  init() {}

  /// Adds a value to the query.
  ///
  /// An empty value represents the default. It reserves a position in case a child uses the same name.
  mutating func put(_ name: String, _ value: String) {
    var item = Location.QueryItem(name, value)
    if !value.isEmpty {
      let size = Self.size(of: item)
      if size <= Self.itemLimit, size <= room {
        room -= size
      } else {
        item.value = ""
      }
    }
    items.append(item)
  }

  /// The written location. Default values are omitted unless another value of the same name follows.
  var location: Location {
    guard !items.isEmpty else { return Location(segments) }
    var named: Set<String> = []
    var query: [Location.QueryItem] = []
    for item in items.reversed() where !item.value.isEmpty || named.contains(item.name) {
      named.insert(item.name)
      query.append(item)
    }
    return Location(segments, query: query.reversed())
  }

  /// Returns the size of an item in a query, in bytes.
  static func size(of item: Location.QueryItem) -> Int {
    item.encoded.utf8.count + 1
  }
}
