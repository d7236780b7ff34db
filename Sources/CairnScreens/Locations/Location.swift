import Foundation

/// Where a scene is: the segments of a URL's path, decoded.
///
/// `/inventory/items/7` has the segments `inventory`, `items`, `7`. A slash within a segment is
/// percent-encoded in the path and stays in its segment.
public struct Location: Hashable, Sendable {
  /// The decoded segments, from the outermost.
  public var segments: [String]

  /// A location of decoded segments.
  public init(_ segments: [String] = []) {
    self.segments = segments
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
      let text = String(Substring(part))
      let decoded = part.contains(UInt8(ascii: "%")) ? text.removingPercentEncoding : text
      guard let segment = decoded else { return nil }
      segments.append(Self.isMarked(segment) ? String(segment.dropFirst()) : segment)
    }
    self.segments = segments
  }

  /// The path, beginning with a slash, percent-encoded.
  public var path: String {
    guard !segments.isEmpty else { return "/" }
    return segments.reduce(into: "") { path, segment in
      path += "/"
      path += Self.encoded(segment)
    }
  }

  /// The location in front of this one: `/inventory` + `/items/7`.
  public func prefixed(by prefix: Location) -> Location {
    prefix.segments.isEmpty ? self : Location(prefix.segments + segments)
  }

  /// Whether a segment is one that browsers and proxies would take for a part of the path's syntax,
  /// whichever way it is percent-encoded, or such a one behind tildes.
  private static func needsMark(_ segment: String) -> Bool {
    ["", ".", ".."].contains(segment.drop { $0 == "~" })
  }

  private static func isMarked(_ segment: String) -> Bool {
    segment.hasPrefix("~") && needsMark(segment)
  }

  private static func encoded(_ segment: String) -> String {
    var result = needsMark(segment) ? "~" : ""
    for byte in segment.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        result += "%"
        result.unicodeScalars.append(digits[Int(byte >> 4)])
        result.unicodeScalars.append(digits[Int(byte & 15)])
      }
    }
    return result
  }

  private static let digits = Array("0123456789ABCDEF".unicodeScalars)
}
