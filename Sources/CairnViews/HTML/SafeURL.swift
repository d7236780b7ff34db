import IssueReporting

/// The check of URLs before they are written: none may run code.
@usableFromInline
enum SafeURL {
  /// `url`, or `about:blank` and a reported issue where its scheme is none of the known ones.
  static func checked(_ url: String) -> String {
    guard let scheme = scheme(of: url), !schemes.contains(scheme),
      !(scheme == "data" && url.lowercased().hasPrefix("data:image/"))
    else { return url }
    reportIssue(
      """
      A URL with the scheme "\(scheme)" was left out of the page.

      A page links to http, https, mailto, tel, sms and to places relative to itself; other \
      schemes may run code.
      """)
    return "about:blank"
  }

  /// The scheme as a browser sees it, in lower case; nil for a relative URL.
  static func scheme(of url: String) -> String? {
    var scheme = ""
    for byte in url.utf8 {
      switch byte {
      case 0x3A: return scheme
      // Browsers drop controls and spaces before a scheme, and tabs and line ends within it.
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
