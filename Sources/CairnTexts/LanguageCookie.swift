import CairnBytes

/// The cookie with the language that the user has chosen.
package struct LanguageCookie: Equatable, Sendable {
  /// The chosen language, or `nil` if the browser's languages count.
  let language: Language?

  private static let start = Array("cairn-language=".utf8)
  /// The maximum number of bytes in a language tag.
  private static let lengthLimit = 35

  /// Creates a cookie, unless it can't contain the tag of the language.
  init?(_ language: Language?) {
    if let language, !Self.isTag(language.tag.utf8) { return nil }
    self.language = language
  }

  /// Returns the language in a `Cookie` header, or `nil` if there is none.
  ///
  /// A page of another path or domain may have set a cookie with an equal name, so invalid ones are skipped.
  package static func language(inHeader header: String?) -> Language? {
    var rest = Substring(header ?? "").utf8
    while !rest.isEmpty {
      let cookie = rest.prefix { $0 != UInt8(ascii: ";") }
      rest = rest[cookie.endIndex...].dropFirst()
      let pair = cookie.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard pair.starts(with: start) else { continue }
      let tag = pair.dropFirst(start.count)
      if isTag(tag) { return Language(String(decoding: tag, as: UTF8.self)) }
    }
    return nil
  }

  /// Returns the value of the `Set-Cookie` header that gives a browser the choice.
  /// - Parameters:
  ///   - path: The path below which browsers send the cookie.
  ///   - isSecure: Whether browsers send the cookie only over HTTPS.
  package func setCookie(path: String, isSecure: Bool) -> String {
    let tag = language?.tag ?? ""
    // The lifetime is the maximum that browsers accept, 400 days. A choice that's removed ends the cookie.
    let age = tag.isEmpty ? 0 : 400 * 24 * 60 * 60
    return "cairn-language=\(tag); Path=\(path); Max-Age=\(age); HttpOnly; SameSite=Lax"
      + (isSecure ? "; Secure" : "")
  }

  private static func isTag(_ tag: some Collection<UInt8>) -> Bool {
    !tag.isEmpty && tag.count <= lengthLimit && tag.allSatisfy(isInTag)
  }

  private static func isInTag(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
