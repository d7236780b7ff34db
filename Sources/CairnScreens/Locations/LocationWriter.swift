/// The location of a state while it is written: each place adds what it is named by.
public struct LocationWriter: Sendable {
  /// The segments, from the outermost.
  public var segments: [String] = []

  private var items: [Location.QueryItem] = []
  private var room = Self.queryLimit

  /// The most that an item of a query is, in percent-encoded bytes. A longer value is not in the URL.
  static let itemLimit = 1024
  /// The most that the values of a location are together, in percent-encoded bytes.
  package static let queryLimit = 2048

  init() {}

  /// Adds a value; an empty one stands for the default, and keeps the place of a name that a child
  /// uses too.
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

  /// What was written: defaults are left out, but for those in front of another value of the name.
  var location: Location {
    var named: Set<String> = []
    var query: [Location.QueryItem] = []
    for item in items.reversed() where !item.value.isEmpty || named.contains(item.name) {
      named.insert(item.name)
      query.append(item)
    }
    return Location(segments, query: query.reversed())
  }

  /// How much of a query an item takes, in bytes.
  static func size(of item: Location.QueryItem) -> Int {
    item.encoded.utf8.count + 1
  }
}
