import CairnSecurity

/// The `Origin`, `Host`, and `Referer` fields on a line each, and whether they let a form through.
struct Origins: FuzzTarget {
  static let name = "origin"

  private static let host = "shop.example:8080"

  func run(_ bytes: [UInt8]) {
    let lines = bytes.lines.map(\.text)
    for line in lines {
      for origin in [Origin(line), Origin(ofURL: line), Origin(scheme: "http", hostHeader: line)] {
        guard let origin else { continue }
        let text = origin.description
        require(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "the origin isn't ASCII")
        require(Array(text.utf8) == text.utf8.lowercased, "the origin isn't in lowercase")
        require(text.utf8.count <= line.utf8.count + 8, "the result is longer than expected")
        require(Origin(text) == origin, "the description is another origin")
        require(Origin(ofURL: text + "/a?b") == origin, "a page has another origin")
      }
      if let origin = Origin(line) {
        require(Origin(ofURL: line) == origin, "as a URL, it has another origin")
      }
      for isTLS in [false, true] {
        let check = OriginCheck()
        var headers = OriginCheck.Headers(origin: line, host: Self.host)
        if check.verdict(headers, isTLS: isTLS) == .accepted {
          require(Self.isOwn(line, isTLS: isTLS, allowsRest: false), "another origin is accepted")
        }
        headers = OriginCheck.Headers(host: Self.host, referer: line)
        if check.verdict(headers, isTLS: isTLS) == .accepted {
          require(
            Self.isOwn(line, isTLS: isTLS, allowsRest: true), "a page of another origin is accepted"
          )
        }
      }
    }
    let headers = OriginCheck.Headers(
      origin: lines.first, host: lines.dropFirst().first, secFetchSite: lines.dropFirst(3).first,
      referer: lines.dropFirst(2).first)
    if OriginCheck().verdict(headers, isTLS: false) == .accepted {
      require(headers.host != nil, "a form without a host is accepted")
    }
  }

  /// Answers the same question in another way.
  private static func isOwn(_ text: String, isTLS: Bool, allowsRest: Bool) -> Bool {
    let text = text.utf8.lowercased.text
    let start = isTLS ? "https://shop.example:" : "http://shop.example:"
    guard text.hasPrefix(start) else { return false }
    let port = text.dropFirst(start.count).prefix { $0.isASCII && $0.isNumber }
    let rest = text.dropFirst(start.count + port.count)
    return Int(port) == 8080
      && (rest.isEmpty || allowsRest && (rest.hasPrefix("/") || rest.hasPrefix("?")))
  }
}
