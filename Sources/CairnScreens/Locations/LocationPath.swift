import CairnBytes

/// The path of a location below its application, as ``NavigationLink`` takes it.
///
/// In a literal, each value becomes percent-encoded. Between slashes it's one segment, as in the location:
/// ```swift
/// NavigationLink(item.name, to: "items/\(item.id)") { store.send(.itemTapped(id: item.id)) }
/// ```
/// The text around the values is taken as it is, but for slashes at its start.
public struct LocationPath: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The percent-encoded path, with the query if there is one, and without a slash at its start.
  package let text: String

  /// The path of a location below its application, with its query.
  public init(_ location: Location) { text = String(location.url.dropFirst()) }

  /// A path as it is written in a URL.
  public init(stringLiteral path: String) { text = Self.relative(path) }

  public init(stringInterpolation path: StringInterpolation) {
    var path = path
    path.endValue(isSegment: true)
    text = Self.relative(path.text)
  }

  /// With two slashes at its start a URL would lead to another server.
  private static func relative(_ path: String) -> String {
    guard path.utf8.first == UInt8(ascii: "/") else { return path }
    return String(path.drop { $0 == "/" })
  }

  /// Writes the values of a path as segments, or as parts of segments or of the query.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    /// The last value, and how many bytes are in front of it, as long as it may turn out to be a whole segment.
    private var last: (start: Int, value: String)?

    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 4 * interpolationCount)
    }

    public mutating func appendLiteral(_ literal: String) {
      guard let next = literal.utf8.first else { return }
      endValue(isSegment: next == UInt8(ascii: "/") || next == UInt8(ascii: "?"))
      text += literal
    }

    /// Appends a value, percent-encoded.
    public mutating func appendInterpolation(_ value: some LocationValue) {
      endValue(isSegment: false)
      let isStart = text.isEmpty || text.utf8.last == UInt8(ascii: "/")
      if isStart, !text.utf8.contains(UInt8(ascii: "?")) {
        last = (text.utf8.count, value.locationSegment)
      }
      PercentCoding.append(value.locationSegment, to: &text)
    }

    /// Ends the last value: one that is a whole segment is written as a location writes it.
    fileprivate mutating func endValue(isSegment: Bool) {
      guard let (start, value) = last else { return }
      last = nil
      guard isSegment else { return }
      text.removeSubrange(text.utf8.index(text.startIndex, offsetBy: start)...)
      Location.append(segment: value, to: &text)
    }
  }
}
