/// The path of a location below its application, as ``NavigationLink`` takes it.
///
/// In a literal, each value between slashes becomes one percent-encoded segment, as in the location:
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

  public init(stringInterpolation path: StringInterpolation) { text = Self.relative(path.text) }

  /// With two slashes at its start a URL would lead to another server.
  private static func relative(_ path: String) -> String {
    guard path.utf8.first == UInt8(ascii: "/") else { return path }
    return String(path.drop { $0 == "/" })
  }

  /// Writes the values of a path as segments.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 4 * interpolationCount)
    }

    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Appends a value as one segment.
    public mutating func appendInterpolation(_ value: some LocationValue) {
      Location.append(segment: value.locationSegment, to: &text)
    }
  }
}
