import CairnBytes

/// The path below which a server serves everything, such as `/shop`, so that several servers can share a host.
package struct PathPrefix: Hashable, Sendable {
  /// The path with a leading slash and without a trailing one, or an empty string for the root of the host.
  package let path: String

  /// The prefix of a server that has a host of its own.
  package static let none = PathPrefix(segments: [])

  /// Reads a path, with or without slashes at its beginning and end.
  ///
  /// The result is `nil` if a segment contains a character other than letters, digits, hyphens, underscores, and dots,
  /// or if a segment begins with a dot. Such a path is equal in URLs, header fields, and names of cookies.
  package init?(_ text: String) {
    var rest = text[...]
    if rest.first == "/" { rest.removeFirst() }
    if rest.last == "/" { rest.removeLast() }
    guard text.utf8.count <= Self.maximumLength, !text.contains("//") else { return nil }
    let segments = rest.split(separator: "/")
    for segment in segments {
      guard let first = segment.utf8.first, first != UInt8(ascii: "."),
        segment.utf8.allSatisfy({ PercentCoding.isUnreserved($0) && $0 != UInt8(ascii: "~") })
      else { return nil }
    }
    self.init(segments: segments)
  }

  private init(segments: [Substring]) {
    path = segments.map { "/\($0)" }.joined()
  }

  private static let maximumLength = 200

  /// The segments of the path.
  package var segments: [String] { path.split(separator: "/").map(String.init) }

  /// Returns whether a path, as the request contains it, is below this prefix or is the prefix itself.
  package func contains(rawPath: String) -> Bool {
    let path = path.utf8
    guard rawPath.utf8.starts(with: path) else { return false }
    let next = rawPath.utf8.dropFirst(path.count).first
    return next == nil || next == UInt8(ascii: "/")
  }
}
