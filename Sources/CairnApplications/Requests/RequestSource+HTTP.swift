import CairnBytes
package import CairnDependencies
package import CairnHTTP
import CairnTexts

extension RequestSource {
  /// Creates a source with the values of a request.
  /// - Parameter cookies: The request's `Cookie` field.
  package convenience init(_ request: HTTPRequest, cookies: String?) {
    // The request isn't kept, because that would copy all of its header fields.
    let (userAgent, hint) = (request.headers["User-Agent"], request.headers[ColorSchemeHint.name])
    let (address, id) = (request.clientIP, request.id)
    let languages = request.headers["Accept-Language"]
    self.init {
      let report = BrowserReport(cookies: cookies)
      return RequestValues(
        timeZone: report.timeZone.flatMap(BrowserReport.zone),
        colorScheme: hint.flatMap(ColorSchemeHint.value) ?? report.colorScheme,
        userAgent: userAgent, clientAddress: address?.description, id: id,
        languageTags: LanguagePreferences(languages).languages.map(\.tag))
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
    if fields.contains(.languages) { names.append("Accept-Language") }
    // The script's report is a cookie.
    if !fields.isDisjoint(with: [.colorScheme, .timeZone]) { names.append("Cookie") }
    vary(by: names)
  }

  /// Adds names to `Vary`, unless it already contains them.
  package mutating func vary(by names: [String]) {
    let present = values(of: "Vary").joined(separator: ",").utf8
      .split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    let missing = names.filter { name in
      !present.contains { $0.equalsIgnoringCase(name.utf8) || $0.elementsEqual("*".utf8) }
    }
    guard !missing.isEmpty else { return }
    self["Vary"] = (values(of: "Vary") + missing).joined(separator: ", ")
  }
}

extension RequestFields {
  /// Returns the cookie whose values a page was made with, or `nil` if the page depends on none of them. If the
  /// script's cookie differs, it requests the page again.
  package func cookie(
    _ colorScheme: @autoclosure () -> ColorScheme?, _ report: @autoclosure () -> BrowserReport
  ) -> String? {
    // Set algebra of another module isn't specialized, and each page of a scene asks for this.
    rawValue & Self.reported == 0
      ? nil : BrowserReport.cookie(colorScheme(), timeZone: report().sentTimeZone)
  }

  private static let reported = Self.colorScheme.rawValue | Self.timeZone.rawValue
}
