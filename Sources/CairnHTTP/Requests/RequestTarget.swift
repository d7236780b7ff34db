import CairnBytes

/// A request's target, RFC 9112 section 3.2, taken apart and decoded.
struct RequestTarget: Sendable {
  /// The path as it was sent.
  var rawPath: String
  /// The path, percent-decoded.
  var path: String
  /// What follows the first `?`, as it was sent; nil without one.
  var query: String?
  /// The host, and the port if there is one, of a target in the absolute form: it counts in the place of
  /// the `Host` field (RFC 9112 section 3.2.2).
  var authority: String?

  /// The target of a request whose own can not be read.
  static let unreadable = RequestTarget(rawPath: "", path: "", query: nil)

  private init(rawPath: String, path: String, query: String?) {
    self.rawPath = rawPath
    self.path = path
    self.query = query
  }

  /// Fails for what is no path (or the absolute form of one), holds a raw control character, space
  /// or `#`, has a `%` without two hex digits in its path, a path that does not decode to UTF-8, or
  /// a text that is not in the stream-safe format: applications compare paths.
  init?(_ target: UnsafeBufferPointer<UInt8>) {
    var isPlain = true
    var queryStart: Int?
    for (index, byte) in target.enumerated() {
      switch byte {
      case 0...0x20, 0x7f, UInt8(ascii: "#"): return nil
      case UInt8(ascii: "?"): queryStart = queryStart ?? index
      case UInt8(ascii: "%"), 0x80...: isPlain = isPlain && queryStart != nil
      default: break
      }
    }
    let pathEnd = queryStart ?? target.count
    let pathStart = Self.pathStart(target, end: pathEnd)
    guard let pathStart else { return nil }
    if let range = Self.authority(target, pathStart: pathStart) {
      guard target[range].allSatisfy(\.isAuthorityByte) else { return nil }
      authority = String(decoding: target[range], as: UTF8.self)
    }

    let pathBytes = UnsafeBufferPointer(rebasing: target[pathStart..<pathEnd])
    guard let raw = String(validating: pathBytes, as: UTF8.self) else { return nil }
    rawPath = raw.isEmpty ? "/" : raw
    if isPlain {
      path = rawPath
    } else {
      guard let decoded = PercentCoding.text(pathBytes), StreamSafe.isSafe(decoded)
      else { return nil }
      path = decoded.isEmpty ? "/" : decoded
    }
    if let queryStart {
      let queryBytes = UnsafeBufferPointer(rebasing: target[(queryStart + 1)...])
      guard let query = String(validating: queryBytes, as: UTF8.self) else { return nil }
      // What other sites append may be in another encoding.
      let decoded =
        query.utf8.contains(UInt8(ascii: "%"))
        ? String(decoding: PercentCoding.bytes(queryBytes, malformed: .keep) ?? [], as: UTF8.self)
        : query
      guard StreamSafe.isSafe(decoded) else { return nil }
      self.query = query
    }
  }

  init?(_ target: String) {
    let parsed = target.withBytes { Self($0) }
    guard let parsed else { return nil }
    self = parsed
  }

  /// Where the path begins: at once, or after the scheme and authority that a proxy's client sends.
  private static func pathStart(_ target: UnsafeBufferPointer<UInt8>, end: Int) -> Int? {
    guard let first = target.first else { return nil }
    if first == UInt8(ascii: "/") || (first == UInt8(ascii: "*") && end == 1) { return 0 }
    for scheme in ["http://", "https://"] {
      let prefix = scheme.utf8
      guard end > prefix.count, target[..<prefix.count].equalsIgnoringCase(prefix) else { continue }
      let authority = target[prefix.count..<end]
      return authority.firstIndex(of: UInt8(ascii: "/")) ?? end
    }
    return nil
  }

  /// Where the authority stands, before a path that does not begin at once.
  private static func authority(
    _ target: UnsafeBufferPointer<UInt8>, pathStart: Int
  ) -> Range<Int>? {
    guard pathStart > 0, let colon = target.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    return (colon + 3)..<pathStart
  }

  /// The segments of the path, each decoded by itself.
  var segments: [String] {
    guard rawPath.utf8.first == UInt8(ascii: "/"), rawPath.utf8.count > 1 else { return [] }
    return rawPath.withBytes { bytes in
      bytes.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        .map { PercentCoding.text(UnsafeBufferPointer(rebasing: $0)) ?? "" }
    }
  }

  /// The names and values of the query, decoded, in order.
  var queryItems: [(name: String, value: String)] {
    guard let query else { return [] }
    return query.withBytes { URLQuery.items($0) }
  }
}
