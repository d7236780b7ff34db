import CairnBytes

/// The location of a scene, which is a URL's path and query in decoded form.
///
/// For example, `/inventory/items/7?page=2` has the segments `inventory`, `items`, and `7`, and an item named
/// `page`. A slash inside a segment is percent-encoded in the path, and doesn't split the segment.
///
/// Two locations are equal if their bytes are equal. For example, `é` as one character isn't equal to `e` with
/// an accent.
public struct Location: Sendable {
  /// The decoded segments of the path, in order.
  public var segments: [String]
  /// The decoded items of the query, in order.
  public var query: [QueryItem]

  /// Creates a location from decoded segments and items.
  public init(_ segments: [String] = [], query: [QueryItem] = []) {
    self.segments = segments
    self.query = query
  }

  /// Creates the location of a URL's path. Returns `nil` if the path isn't valid percent-encoded UTF-8.
  ///
  /// Empty segments are ignored, and so is a slash at the end. The segments `.` and `..` have no special
  /// meaning, because a location isn't a file.
  ///
  /// To write a segment that's empty, `.`, or `..`, or that begins with a tilde, ``path`` puts a tilde in front of it.
  /// This initializer removes the tilde. In other segments, such as `~a`, a tilde is part of the text.
  public init?(path: String) {
    var segments: [String] = []
    for part in path.utf8.split(separator: UInt8(ascii: "/")) {
      guard let segment = PercentCoding.text(part) else { return nil }
      segments.append(Self.isMarked(segment) ? String(segment.dropFirst()) : segment)
    }
    self.init(segments)
  }

  /// Creates a location from a path and a query, as in ``url``. Returns `nil` if the path isn't valid
  /// percent-encoded UTF-8.
  ///
  /// The query begins after the first `?`.
  public init?(url: String) {
    let mark = url.utf8.firstIndex(of: UInt8(ascii: "?"))
    guard var location = Location(path: String(url[..<(mark ?? url.endIndex)])) else { return nil }
    if let mark { location.query = Self.items(url.utf8[mark...].dropFirst()) }
    self = location
  }

  /// The percent-encoded path, which begins with a slash.
  public var path: String {
    guard !segments.isEmpty else { return "/" }
    return segments.reduce(into: "") { path, segment in
      path += "/"
      Self.append(segment: segment, to: &path)
    }
  }

  /// Appends a segment to a path as ``path`` writes it.
  static func append(segment: String, to path: inout String) {
    if needsMark(segment) { path += "~" }
    PercentCoding.append(segment, to: &path)
  }

  /// The path, followed by `?` and the query if there is a query. This is the URL without its scheme and host.
  public var url: String {
    query.isEmpty ? path : "\(path)?\(encodedQuery)"
  }

  /// Returns this location with the segments of `prefix` in front of its own.
  ///
  /// For example, the prefix `/inventory` and the location `/items/7` result in `/inventory/items/7`.
  public func prefixed(by prefix: Location) -> Location {
    prefix.segments.isEmpty ? self : Location(prefix.segments + segments, query: query)
  }

  /// Returns whether a segment needs a tilde in front of it.
  ///
  /// Browsers and proxies treat empty segments, `.`, and `..` as syntax of the path, even if they're
  /// percent-encoded. Segments that begin with a tilde also need one. Otherwise, the reader would remove it, or the path
  /// could be one of the server's own, such as `/~health`.
  private static func needsMark(_ segment: some StringProtocol) -> Bool {
    let bytes = segment.utf8
    return bytes.first == UInt8(ascii: "~")
      || bytes.count <= 2 && bytes.allSatisfy { $0 == UInt8(ascii: ".") }
  }

  private static func isMarked(_ segment: String) -> Bool {
    segment.utf8.first == UInt8(ascii: "~") && needsMark(segment.dropFirst())
  }

  /// Returns whether a path, as a request contains it, is reserved for the server.
  ///
  /// Such a path begins with a tilde and a character that ``path`` doesn't write after a tilde.
  package static func isReserved(_ path: some StringProtocol) -> Bool {
    let bytes = path.utf8
    return bytes.starts(with: "/~".utf8)
      && bytes.dropFirst(2).first.map { !"~./".utf8.contains($0) } == true
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
