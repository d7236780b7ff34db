import CairnBytes

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
