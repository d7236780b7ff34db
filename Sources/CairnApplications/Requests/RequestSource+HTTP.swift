package import CairnDependencies
package import CairnHTTP

extension RequestSource {
  /// Creates a source with the values of a request.
  /// - Parameter cookies: The request's `Cookie` field.
  package convenience init(_ request: HTTPRequest, cookies: String?) {
    // The request isn't kept, because that would copy all of its header fields.
    let (userAgent, hint) = (request.headers["User-Agent"], request.headers[ColorSchemeHint.name])
    let (address, id) = (request.clientIP, request.id)
    self.init {
      let report = BrowserReport(cookies: cookies)
      return RequestValues(
        timeZone: report.timeZone.flatMap(BrowserReport.zone),
        colorScheme: hint.flatMap(ColorSchemeHint.value) ?? report.colorScheme,
        userAgent: userAgent, clientAddress: address?.description, id: id)
    }
  }
}

/// The header field in which some browsers send the preferred color scheme, if a page asks for it.
enum ColorSchemeHint {
  static let name = "Sec-CH-Prefers-Color-Scheme"

  /// Returns the value of the field, which browsers send with or without quotation marks.
  static func value(_ text: String) -> ColorScheme? {
    ColorScheme(rawValue: text.hasPrefix("\"") ? String(text.dropFirst().dropLast()) : text)
  }
}

extension HTTPHeaders {
  /// Adds the header fields of a page that was made from some values of a request.
  ///
  /// The client's address and the ID aren't in fields that browsers send, so they can't be in `Vary`.
  package mutating func vary(by fields: RequestFields) {
    guard !fields.isEmpty else { return }
    var names: [String] = []
    if fields.contains(.colorScheme) {
      // The browser repeats its first request with the value.
      append("Accept-CH", ColorSchemeHint.name)
      append("Critical-CH", ColorSchemeHint.name)
      names.append(ColorSchemeHint.name)
    }
    if fields.contains(.userAgent) { names.append("User-Agent") }
    // The script's report is a cookie.
    if !fields.isDisjoint(with: [.colorScheme, .timeZone]) { names.append("Cookie") }
    if !names.isEmpty { append("Vary", names.joined(separator: ", ")) }
  }
}

extension RequestFields {
  /// Returns the cookie whose values a page was made with, or `nil` if the page depends on none of them. If the
  /// script's cookie differs, it requests the page again.
  package func cookie(
    _ colorScheme: @autoclosure () -> ColorScheme?, _ report: @autoclosure () -> BrowserReport
  ) -> String? {
    isDisjoint(with: [.colorScheme, .timeZone])
      ? nil : BrowserReport.cookie(colorScheme(), timeZone: report().sentTimeZone)
  }
}
