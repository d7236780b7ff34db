import CairnBytes

/// Where a scene is: the segments of a URL's path and the items of its query, decoded.
///
/// `/inventory/items/7?page=2` has the segments `inventory`, `items`, `7`, and an item named `page`. A
/// slash within a segment is percent-encoded in the path and stays in its segment.
///
/// Locations are equal where their bytes are: `é` as one character is not `e` with an accent.
public struct Location: Sendable {
  /// The decoded segments, from the outermost.
  public var segments: [String]
  /// The decoded items of the query, in their order.
  public var query: [QueryItem]

  /// A location of decoded segments and items.
  public init(_ segments: [String] = [], query: [QueryItem] = []) {
    self.segments = segments
    self.query = query
  }

  /// The location of a URL's path; nil where it is not valid percent-encoded UTF-8.
  ///
  /// Empty segments do not count, so a slash at the end changes nothing. `.` and `..` are segments
  /// like any other: a location is not a file.
  ///
  /// A segment that is written as `~`, `~.` or `~..` is empty or dots, which ``path`` can not write as
  /// they are; of more tildes one is taken away.
  public init?(path: String) {
    var segments: [String] = []
    for part in path.utf8.split(separator: UInt8(ascii: "/")) {
      guard let segment = PercentCoding.text(part) else { return nil }
      segments.append(Self.isMarked(segment) ? String(segment.dropFirst()) : segment)
    }
    self.init(segments)
  }

  /// The location of a path and what follows its first `?`, as ``url`` writes them; nil where the path
  /// is not valid percent-encoded UTF-8.
  public init?(url: String) {
    let mark = url.utf8.firstIndex(of: UInt8(ascii: "?"))
    guard var location = Location(path: String(url[..<(mark ?? url.endIndex)])) else { return nil }
    if let mark { location.query = Self.items(url.utf8[mark...].dropFirst()) }
    self = location
  }

  /// The path, beginning with a slash, percent-encoded.
  public var path: String {
    guard !segments.isEmpty else { return "/" }
    return segments.reduce(into: "") { path, segment in
      path += "/"
      Self.append(segment: segment, to: &path)
    }
  }

  /// Appends a segment as ``path`` writes it.
  static func append(segment: String, to path: inout String) {
    if needsMark(segment) { path += "~" }
    PercentCoding.append(segment, to: &path)
  }

  /// The path, and behind a `?` the query where there is one: the URL without scheme and host.
  public var url: String {
    query.isEmpty ? path : "\(path)?\(encodedQuery)"
  }

  /// The location in front of this one: `/inventory` + `/items/7`.
  public func prefixed(by prefix: Location) -> Location {
    prefix.segments.isEmpty ? self : Location(prefix.segments + segments, query: query)
  }

  /// Whether a segment is one that browsers and proxies would take for a part of the path's syntax,
  /// whichever way it is percent-encoded, or such a one behind tildes.
  private static func needsMark(_ segment: String) -> Bool {
    switch segment.utf8.drop(while: { $0 == UInt8(ascii: "~") }).count {
    case 0: true
    case 1: segment.utf8.last == UInt8(ascii: ".")
    case 2: segment.utf8.suffix(2).allSatisfy { $0 == UInt8(ascii: ".") }
    default: false
    }
  }

  private static func isMarked(_ segment: String) -> Bool {
    segment.utf8.first == UInt8(ascii: "~") && needsMark(segment)
  }
}

extension Location: Hashable {
  public static func == (one: Self, other: Self) -> Bool {
    one.segments.hasSameBytes(as: other.segments) && one.query == other.query
  }

  public func hash(into hasher: inout Hasher) {
    for segment in segments { hasher.combine(bytesOf: segment) }
    for item in query { item.hash(into: &hasher) }
  }
}
