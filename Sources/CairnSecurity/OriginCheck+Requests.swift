import CairnBytes
package import CairnHTTP

extension OriginCheck.Headers {
  /// Reads the headers of a request.
  package init(_ request: HTTPRequest) {
    let origins = request.headers.values(of: "Origin")
    // If there are several fields, the joined text isn't a valid origin.
    self.init(
      origin: origins.isEmpty ? nil : origins.joined(separator: ", "), host: request.host,
      secFetchSite: request.headers["Sec-Fetch-Site"], referer: request.headers["Referer"])
  }
}

extension OriginCheck {
  /// Returns whether a GET for a stream may come from one of the server's own pages.
  ///
  /// Unlike a POST, such a request can have neither `Origin` nor `Sec-Fetch-Site`. Browsers send `Origin` only if the
  /// page has another origin and can read the response. They omit `Sec-Fetch-Site` over plain HTTP. If a header is
  /// present, it must name the server's own pages.
  package func admitsStream(_ headers: Headers, isTLS: Bool) -> Bool {
    if let site = headers.secFetchSite, !site.hasSameBytes(as: "same-origin") { return false }
    guard let origin = headers.origin else { return true }
    guard let origin = Origin(origin) else { return false }
    return origin == ownOrigin(headers, isTLS: isTLS)
  }
}
