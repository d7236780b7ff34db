import CairnSecurity

/// The cookies with the versions of the session that a browser has seen.
///
/// Servers that share a store set one of them with the response to a form, so that all of them show at least the result
/// of that form. They aren't signed. A wrong number costs one more look into the store.
///
/// Responses to several tabs can overtake each other, and the last response determines the value of a cookie. Therefore,
/// successive versions are in different cookies, and the latest version of all of them counts.
struct SeenVersion {
  private let name: [UInt8]
  private let attributes: String

  /// The number of cookies, which is at most 10.
  private static let count: UInt64 = 4

  /// - Parameters:
  ///   - cookie: The name of the session's cookie, which is sent with the same requests.
  ///   - attributes: The attributes of the session's cookie.
  init(nextTo cookie: String, attributes: String) {
    name = Array("\(cookie)-seen".utf8)
    self.attributes = attributes
  }

  /// Returns the value of the `Set-Cookie` header for a version of a session.
  func setCookie(_ version: UInt64, of session: SessionName) -> String {
    let name = "\(String(decoding: name, as: UTF8.self))\(version % Self.count)"
    return "\(name)=\(version).\(Self.tag(of: session))\(attributes)"
  }

  /// Returns the version of a session in a `Cookie` header, or 0 if there is none.
  func version(of session: SessionName, inHeader header: String?) -> UInt64 {
    var rest = Substring(header ?? "").utf8
    let tag = Self.tag(of: session)
    var version: UInt64 = 0
    while !rest.isEmpty {
      let cookie = rest.prefix { $0 != UInt8(ascii: ";") }
      rest = rest[cookie.endIndex...].dropFirst()
      let pair = cookie.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard pair.starts(with: name) else { continue }
      // The name ends with a digit, which is followed by an equals sign.
      let value = pair.dropFirst(name.count + 1)
      guard value.first == UInt8(ascii: "=") else { continue }
      let parts = value.dropFirst().split(
        separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
      // The browser may still have the cookie of an earlier session.
      guard parts.count == 2, parts[1].elementsEqual(tag.utf8),
        let number = UInt64(Substring(parts[0])), number < Self.limit
      else { continue }
      version = max(version, number)
    }
    return version
  }

  /// Larger numbers would leave no space for later versions.
  private static let limit: UInt64 = 1 << 53

  /// A part of the session's first ID, which distinguishes it from other sessions of the browser.
  private static func tag(of session: SessionName) -> String {
    String(UInt32(truncatingIfNeeded: session.lineage.bits), radix: 16)
  }
}
