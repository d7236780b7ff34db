import CairnBytes

/// The parsed and decoded target of a request, as specified by RFC 9112, section 3.2.
struct RequestTarget: Sendable {
  /// The path as it was sent.
  var rawPath: String
  /// The percent-decoded path.
  var path: String
  /// The part after the first `?` as it was sent, or `nil` if there is no `?`.
  var query: String?
  /// The host and optional port of a target in absolute form. It takes precedence over the `Host` field (RFC 9112,
  /// section 3.2.2).
  var authority: String?

  /// The target of a request whose target can't be read.
  static let unreadable = RequestTarget(rawPath: "", path: "", query: nil)

  private init(rawPath: String, path: String, query: String?) {
    self.rawPath = rawPath
    self.path = path
    self.query = query
  }

  /// Parses a target, or returns `nil` if it's invalid.
  ///
  /// A target must be a path, or the absolute form of one. These targets are invalid:
  ///
  /// - Targets with a raw control character, a space, or `#`.
  /// - Paths with a `%` that isn't followed by two hexadecimal digits, and paths that don't decode to UTF-8.
  /// - Queries that aren't UTF-8.
  /// - Paths and queries that aren't in the stream-safe format after decoding, because applications compare them.
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
    guard let raw = String(validUTF8: pathBytes) else { return nil }
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
      guard let query = String(validUTF8: queryBytes) else { return nil }
      // Other sites can append parameters in other encodings.
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

  /// Returns the offset of the path. It isn't zero if a client of a proxy sends a scheme and an authority first.
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

  /// Returns the range of the authority in a target that doesn't start with the path.
  private static func authority(
    _ target: UnsafeBufferPointer<UInt8>, pathStart: Int
  ) -> Range<Int>? {
    guard pathStart > 0, let colon = target.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    return (colon + 3)..<pathStart
  }

  /// The segments of the path, each percent-decoded separately.
  var segments: [String] {
    guard rawPath.utf8.first == UInt8(ascii: "/"), rawPath.utf8.count > 1 else { return [] }
    return rawPath.withBytes { bytes in
      bytes.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        .map { PercentCoding.text(UnsafeBufferPointer(rebasing: $0)) ?? "" }
    }
  }

  /// The decoded names and values of the query, in order.
  var queryItems: [(name: String, value: String)] {
    guard let query else { return [] }
    return query.withBytes { URLQuery.items($0) }
  }
}
