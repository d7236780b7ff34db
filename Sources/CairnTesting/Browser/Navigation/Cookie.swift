/// A cookie in a browser's jar.
public struct Cookie: Equatable, Sendable {
  /// The values of the `SameSite` attribute. A cookie without the attribute is `lax`.
  public enum SameSite: String, Sendable {
    /// The rules, from the strictest to the most permissive.
    case strict, lax, none
  }

  /// The name of the cookie.
  public var name: String
  /// The value of the cookie as the server sent it.
  public var value: String
  /// The path prefix of the requests that include the cookie.
  public var path: String
  /// The lifetime in seconds when the cookie was set, or `nil` if it ends with the browser.
  public var maxAge: Int?
  /// Whether the cookie is hidden from scripts.
  public var isHTTPOnly: Bool
  /// Whether the cookie is sent only over secure connections.
  public var isSecure: Bool
  /// The rule for sending the cookie with requests from other sites.
  public var sameSite: SameSite
}

extension Cookie {
  /// Parses a `Set-Cookie` value, or returns `nil` if browsers would reject the cookie.
  init?(_ header: String, requestPath: String, isSafeOrigin: Bool) {
    var parts = header.split(separator: ";", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " } }[...]
    guard let pair = parts.popFirst(), let equals = pair.firstIndex(of: "=") else { return nil }
    let slash = requestPath.lastIndex(of: "/") ?? requestPath.startIndex
    self.init(
      name: String(pair[..<equals]).collapsingASCIIWhitespace,
      value: String(pair[pair.index(after: equals)...]).collapsingASCIIWhitespace,
      path: slash == requestPath.startIndex ? "/" : String(requestPath[..<slash]),
      maxAge: nil, isHTTPOnly: false, isSecure: false, sameSite: .lax)
    var hasDomain = false
    for part in parts {
      let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = words.count > 1 ? String(words[1]).collapsingASCIIWhitespace : ""
      switch words[0].lowercased() {
      case "path": if value.hasPrefix("/") { path = value }
      case "max-age": maxAge = Int(value)
      case "httponly": isHTTPOnly = true
      case "secure": isSecure = true
      case "samesite": sameSite = SameSite(rawValue: value.lowercased()) ?? .lax
      case "domain": hasDomain = true
      default: break
      }
    }
    if isSecure && !isSafeOrigin { return nil }
    if name.hasPrefix("__Secure-") && !isSecure { return nil }
    if name.hasPrefix("__Host-") && (!isSecure || hasDomain || path != "/") { return nil }
    if sameSite == .none && !isSecure { return nil }
  }

  func isSent(to path: String) -> Bool {
    if path == self.path { return true }
    guard path.hasPrefix(self.path) else { return false }
    return self.path.hasSuffix("/") || path.dropFirst(self.path.count).first == "/"
  }
}
