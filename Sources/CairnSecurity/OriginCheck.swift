import CairnBytes
package import CairnHTTP

/// Checks the headers of a POST to determine whether it comes from one of the server's own pages.
///
/// A page from elsewhere can make a browser send a POST with the session's cookie. It can't choose the headers that
/// identify the POST's origin.
///
/// - `Origin` decides if it's present.
/// - `Sec-Fetch-Site` can only reject a request, because browsers omit it over plain HTTP.
/// - `Referer` decides if there is no `Origin`. The header `Referrer-Policy: same-origin` makes browsers send it to the
///   server.
/// - A request without `Origin` and `Referer` is rejected.
package struct OriginCheck: Sendable {
  /// The relevant headers, each of which is `nil` if the request doesn't have it.
  package struct Headers: Sendable {
    package var origin: String?
    package var host: String?
    package var secFetchSite: String?
    package var referer: String?

    package init(
      origin: String? = nil, host: String? = nil, secFetchSite: String? = nil,
      referer: String? = nil
    ) {
      self.origin = origin
      self.host = host
      self.secFetchSite = secFetchSite
      self.referer = referer
    }

    /// Reads the headers of a request.
    package init(_ request: HTTPRequest) {
      self.init(
        // If there are several `Origin` fields, the joined text isn't a valid origin.
        origin: request.headers["Origin"].map { _ in
          request.headers.values(of: "Origin").joined(separator: ", ")
        }, host: request.host,
        secFetchSite: request.headers["Sec-Fetch-Site"], referer: request.headers["Referer"])
    }
  }

  package enum Verdict: Hashable, Sendable {
    case accepted
    case refused(Refusal)
  }

  /// The reason why a POST is rejected, for the log. It doesn't contain texts from the request.
  package enum Refusal: String, Hashable, Sendable, CaseIterable {
    case hostMissing = "no valid Host header"
    case originOpaque = "Origin is null"
    case originMalformed = "Origin isn't a valid origin"
    case originForeign = "Origin doesn't match this server"
    case fetchSite = "Sec-Fetch-Site isn't same-origin"
    case refererMalformed = "no Origin, and Referer isn't a valid URL"
    case refererForeign = "no Origin, and Referer doesn't match this server"
    case unknown = "no Origin or Referer header"
  }

  /// The origin under which browsers reach the server, if it differs from `Host`.
  package let publicOrigin: Origin?

  package init(publicOrigin: Origin? = nil) {
    self.publicOrigin = publicOrigin
  }

  /// Returns whether the browser's own connection is encrypted.
  /// - Parameter isTLS: Whether the request was encrypted, as far as the server or a trusted proxy knows.
  package func isSecure(isTLS: Bool) -> Bool {
    publicOrigin.map { $0.scheme == "https" } ?? isTLS
  }

  /// Returns the origin of the server's own pages at the requested address.
  package func ownOrigin(_ headers: Headers, isTLS: Bool) -> Origin? {
    if let publicOrigin { return publicOrigin }
    guard let host = headers.host else { return nil }
    return Origin(scheme: isTLS ? "https" : "http", hostHeader: host)
  }

  package func verdict(_ headers: Headers, isTLS: Bool) -> Verdict {
    guard let own = ownOrigin(headers, isTLS: isTLS) else { return .refused(.hostMissing) }
    if let site = headers.secFetchSite, !site.hasSameBytes(as: "same-origin"),
      !site.hasSameBytes(as: "none")
    {
      return .refused(.fetchSite)
    }
    if let origin = headers.origin {
      if origin.hasSameBytes(as: "null") { return .refused(.originOpaque) }
      guard let origin = Origin(origin) else { return .refused(.originMalformed) }
      return origin == own ? .accepted : .refused(.originForeign)
    }
    guard let referer = headers.referer else { return .refused(.unknown) }
    guard let origin = Origin(ofURL: referer) else { return .refused(.refererMalformed) }
    return origin == own ? .accepted : .refused(.refererForeign)
  }
}
