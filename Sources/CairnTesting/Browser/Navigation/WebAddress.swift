import CairnBytes

/// An address within one origin.
struct WebAddress: Equatable, Sendable {
  /// The percent-encoded path. It begins with `/` and has no `.` or `..` segments.
  var path: String
  /// The query without its `?`, or `nil` if the address has no query.
  var query: String?
  /// The fragment without its `#`, or `nil` if the address has no fragment.
  var fragment: String?

  /// The path and query, as in a request.
  var target: String { query.map { path + "?" + $0 } ?? path }

  /// Resolves a reference as browsers do.
  ///
  /// - Parameter reference: An absolute URL, a path from the root or from the page, a query, or a fragment.
  static func resolve(_ reference: String, against base: WebAddress, origin: String)
    throws(BrowserError) -> WebAddress
  {
    var rest = Substring(reference.collapsingASCIIWhitespace)
    if let scheme = rest.scheme {
      // Also checks the character after the origin, so that `http://host.evil` isn't mistaken for it.
      let begins = rest.lowercased().hasPrefix(origin.lowercased())
      let after = begins ? rest.dropFirst(origin.count) : ""
      guard begins, after.isEmpty || ["/", "?", "#"].contains(after.first) else {
        throw BrowserError(
          .foreignAddress, "“\(reference)” (\(scheme)) isn't in the origin \(origin)")
      }
      rest = after.first == "/" ? after : "/" + after
    } else if rest.hasPrefix("//") {
      let scheme = origin.prefix { $0 != ":" }
      return try resolve("\(scheme):\(rest)", against: base, origin: origin)
    }
    let fragment = rest.cutSuffix(from: "#").map { encoded($0) }
    let query = rest.cutSuffix(from: "?").map { encoded($0) }
    if rest.isEmpty {
      return WebAddress(path: base.path, query: query ?? base.query, fragment: fragment)
    }
    let folder = base.path.prefix(through: base.path.lastIndex(of: "/") ?? base.path.startIndex)
    let path = rest.hasPrefix("/") ? String(rest) : String(folder + rest)
    return WebAddress(path: encoded(withoutDots(path)[...]), query: query, fragment: fragment)
  }

  private static func withoutDots(_ path: String) -> String {
    var segments: [Substring] = []
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (offset, part) in parts.enumerated() {
      let isLast = offset == parts.count - 1
      switch part.lowercased() {
      case ".", "%2e":
        if isLast { segments.append("") }
      case "..", ".%2e", "%2e.", "%2e%2e":
        _ = segments.popLast()
        if isLast { segments.append("") }
      default:
        segments.append(part)
      }
    }
    return "/" + segments.joined(separator: "/")
  }

  private static func encoded(_ text: Substring) -> String {
    PercentCoding.encoded(String(text)) { byte in
      switch byte {
      case 0...0x20, 0x7F..., UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"),
        UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "}"):
        false
      default: true
      }
    }
  }
}

extension Substring {
  fileprivate var scheme: Substring? {
    guard let colon = firstIndex(of: ":"), let first, first.isASCII, first.isLetter else {
      return nil
    }
    let name = self[..<colon]
    let rest = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    return rest ? name : nil
  }

  /// Removes a separator and the text after it, and returns that text.
  fileprivate mutating func cutSuffix(from mark: Character) -> Substring? {
    guard let index = firstIndex(of: mark) else { return nil }
    defer { self = self[..<index] }
    return self[self.index(after: index)...]
  }
}
