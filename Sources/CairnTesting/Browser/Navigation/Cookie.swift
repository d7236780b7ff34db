/// A cookie in a browser's jar.
public struct Cookie: Equatable, Sendable {
  /// The values of the `SameSite` attribute; a cookie without it is `lax`.
  public enum SameSite: String, Sendable {
    case strict, lax, none
  }

  /// Its name.
  public var name: String
  /// Its value, as the server wrote it.
  public var value: String
  /// The paths that it is sent to begin with this one.
  public var path: String
  /// The seconds it was to live when it was set; `nil` for one that ends with the browser.
  public var maxAge: Int?
  /// Whether scripts can not see it.
  public var isHTTPOnly: Bool
  /// Whether it is sent over safe connections alone.
  public var isSecure: Bool
  /// Which requests from other sites bring it along.
  public var sameSite: SameSite
}

extension Cookie {
  /// Reads a `Set-Cookie` value; `nil` for what browsers refuse.
  init?(_ header: String, requestPath: String, isSafeOrigin: Bool) {
    var parts = header.split(separator: ";", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " } }[...]
    guard let pair = parts.popFirst(), let equals = pair.firstIndex(of: "=") else { return nil }
    let slash = requestPath.lastIndex(of: "/") ?? requestPath.startIndex
    self.init(
      name: String(pair[..<equals]).collapsingWhitespace,
      value: String(pair[pair.index(after: equals)...]).collapsingWhitespace,
      path: slash == requestPath.startIndex ? "/" : String(requestPath[..<slash]),
      maxAge: nil, isHTTPOnly: false, isSecure: false, sameSite: .lax)
    var hasDomain = false
    for part in parts {
      let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = words.count > 1 ? String(words[1]).collapsingWhitespace : ""
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
