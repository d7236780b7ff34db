import CairnBytes

/// The path of a location relative to its application, for a ``/CairnViews/NavigationLink``.
///
/// Each value in a string literal is percent-encoded. A value between slashes is a single segment of the
/// location:
/// ```swift
/// NavigationLink(item.name, to: "items/\(item.id)") { store.send(.itemTapped(id: item.id)) }
/// ```
/// The text around the values is used as it is, except that slashes at its start are removed.
public struct LocationPath: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The percent-encoded path with its query, without a slash at the start.
  package let text: String

  /// Creates the path of a location, with its query.
  public init(_ location: Location) { text = String(location.url.dropFirst()) }

  /// Creates a path from the text of a URL.
  public init(stringLiteral path: String) { text = Self.relative(path) }

  public init(stringInterpolation path: StringInterpolation) {
    var path = path
    path.endValue(isSegment: true)
    text = Self.relative(path.text)
  }

  /// Removes slashes at the start. With two slashes, the URL would lead to another server.
  private static func relative(_ path: String) -> String {
    guard path.utf8.first == UInt8(ascii: "/") else { return path }
    return String(path.drop { $0 == "/" })
  }

  /// An interpolation that writes values as segments, as parts of segments, or as parts of the query.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    /// The last value and its offset in bytes, as long as the value can be a whole segment.
    private var last: (start: Int, value: String)?

    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 4 * interpolationCount)
    }

    public mutating func appendLiteral(_ literal: String) {
      guard let next = literal.utf8.first else { return }
      endValue(isSegment: next == UInt8(ascii: "/") || next == UInt8(ascii: "?"))
      text += literal
    }

    /// Appends a percent-encoded value.
    public mutating func appendInterpolation(_ value: some RouteValue) {
      endValue(isSegment: false)
      let isStart = text.isEmpty || text.utf8.last == UInt8(ascii: "/")
      if isStart, !text.utf8.contains(UInt8(ascii: "?")) {
        last = (text.utf8.count, value.routeSegment)
      }
      PercentCoding.append(value.routeSegment, to: &text)
    }

    /// Ends the last value. If it's a whole segment, it's written as in a location.
    fileprivate mutating func endValue(isSegment: Bool) {
      guard let (start, value) = last else { return }
      last = nil
      guard isSegment else { return }
      text.removeSubrange(text.utf8.index(text.startIndex, offsetBy: start)...)
      Location.append(segment: value, to: &text)
    }
  }
}
