import CairnBytes

/// An origin, which is a scheme, a host, and a port (RFC 6454). It's normalized, so that origins can be compared.
package struct Origin: Hashable, Sendable, CustomStringConvertible {
  package let scheme: String
  package let host: String
  package let port: UInt16

  /// Parses a serialized origin such as `https://example.org` or `http://[::1]:8080`.
  ///
  /// Returns `nil` for any other text, such as `null`, other schemes, a path, a user, or a list of origins.
  package init?(_ text: some StringProtocol) {
    self.init(prefixOf: text.utf8[...], allowsRest: false)
  }

  /// Parses the origin of an absolute URL, such as the value of `Referer`.
  package init?(ofURL text: some StringProtocol) {
    self.init(prefixOf: text.utf8[...], allowsRest: true)
  }

  /// Creates the origin of a request from its scheme and its `Host` header.
  package init?(scheme: String, hostHeader: String) {
    guard Self.defaultPort(scheme) != nil else { return nil }
    self.init(scheme: scheme, authority: hostHeader.utf8[...])
  }

  package var description: String {
    port == Self.defaultPort(scheme) ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
  }

  private init?<Text: Collection<UInt8>>(prefixOf text: Text, allowsRest: Bool) {
    for scheme in ["http", "https"] {
      let start = Array((scheme + "://").utf8)
      guard text.prefix(start.count).map(\.lowercasedASCII) == start else { continue }
      let rest = text.dropFirst(start.count)
      let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
      guard allowsRest || authority.count == rest.count else { return nil }
      self.init(scheme: scheme, authority: authority)
      return
    }
    return nil
  }

  private init?(scheme: String, authority: some Collection<UInt8>) {
    // A host name has at most 253 characters, and a port with its colon has at most six.
    let authority = authority.prefix(261).map(\.lowercasedASCII)
    guard authority.count <= 260, let defaultPort = Self.defaultPort(scheme) else { return nil }
    let host: ArraySlice<UInt8>
    let rest: ArraySlice<UInt8>
    if authority.first == UInt8(ascii: "[") {
      guard let close = authority.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      host = authority[...close]
      rest = authority[(close + 1)...]
      guard host.count > 3, host.dropFirst().dropLast().allSatisfy(Self.isAddressCharacter)
      else { return nil }
    } else {
      host = authority.prefix { $0 != UInt8(ascii: ":") }
      rest = authority[host.endIndex...]
      guard !host.isEmpty, host.allSatisfy(Self.isNameCharacter) else { return nil }
    }
    var port = defaultPort
    if let colon = rest.first {
      let digits = rest.dropFirst()
      guard colon == UInt8(ascii: ":"), (1...5).contains(digits.count),
        digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
        let number = UInt16(String(decoding: digits, as: UTF8.self))
      else { return nil }
      port = number
    }
    self.scheme = scheme
    self.host = String(decoding: host, as: UTF8.self)
    self.port = port
  }

  private static func defaultPort(_ scheme: String) -> UInt16? {
    switch scheme {
    case "http": 80
    case "https": 443
    default: nil
    }
  }

  private static func isNameCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default:
      false
    }
  }

  private static func isAddressCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: ":"), UInt8(ascii: "."):
      true
    default:
      false
    }
  }
}
