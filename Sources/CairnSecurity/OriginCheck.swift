import CairnBytes
import CairnHTTP

/// Decides from its headers whether a POST comes from one of our own pages.
///
/// A foreign page can make a browser send a POST with the session's cookie; what it can not do is
/// to choose the headers that say where the POST comes from. `Origin` decides. `Sec-Fetch-Site`
/// only refuses, because browsers leave it out over plain http. Where there is no `Origin`, the
/// `Referer` decides, which our `Referrer-Policy: same-origin` lets browsers send to ourselves.
/// Whatever says nothing at all is refused.
package struct OriginCheck: Sendable {
  /// The headers that the check looks at; nil where the request has none of that name.
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
  }

  package enum Verdict: Hashable, Sendable {
    case accepted
    case refused(Refusal)
  }

  /// Why a POST is refused. For the log; nothing of what the request brought is in it.
  package enum Refusal: String, Hashable, Sendable, CaseIterable {
    case hostMissing = "no usable Host"
    case originOpaque = "Origin is null"
    case originMalformed = "Origin is not an origin"
    case originForeign = "Origin is another one"
    case fetchSite = "Sec-Fetch-Site is not same-origin"
    case refererMalformed = "no Origin, and Referer is not a URL"
    case refererForeign = "no Origin, and Referer is of another origin"
    case unknown = "neither Origin nor Referer"
  }

  /// The origin under which browsers know the server, where that is not what `Host` says.
  package let publicOrigin: Origin?

  package init(publicOrigin: Origin? = nil) {
    self.publicOrigin = publicOrigin
  }

  /// Whether the browser's own connection is encrypted.
  /// - Parameter isTLS: Whether the request says so, or a trusted proxy in its place.
  package func isSecure(isTLS: Bool) -> Bool {
    publicOrigin.map { $0.scheme == "https" } ?? isTLS
  }

  /// The origin that a page of the server at this address has.
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
