import IssueReporting

/// Checks that URLs can't run code, before they're written.
@usableFromInline
enum SafeURL {
  /// Returns `url`. If its scheme isn't a known one, an issue is reported and `about:blank` is returned.
  static func checked(_ url: String) -> String {
    guard let scheme = scheme(of: url), !schemes.contains(scheme),
      !(scheme == "data" && url.lowercased().hasPrefix("data:image/"))
    else { return url }
    reportIssue(
      """
      A URL with the scheme "\(scheme)" was omitted from the page.

      Schemes other than http, https, mailto, tel, and sms may run code. Use one of these schemes, or \
      a relative URL.
      """)
    return "about:blank"
  }

  /// Returns the scheme as a browser sees it, in lowercase, or `nil` for a relative URL.
  static func scheme(of url: String) -> String? {
    var scheme = ""
    for byte in url.utf8 {
      switch byte {
      case 0x3A: return scheme
      // Browsers ignore control characters and spaces before a scheme, and tabs and line ends within it.
      case 0...0x20: continue
      case 0x2F, 0x3F, 0x23: return nil
      case 0x41...0x5A: scheme.unicodeScalars.append(Unicode.Scalar(byte | 0x20))
      default: scheme.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return nil
  }

  private static let schemes: Set<String> = [
    "http", "https", "mailto", "tel", "sms",
  ]
}
