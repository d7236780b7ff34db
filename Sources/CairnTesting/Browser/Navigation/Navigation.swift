/// A request for a page, with its initiator.
struct Navigation {
  var address: WebAddress
  var method = "GET"
  var body: [UInt8] = []
  var contentType: String?
  var initiator = Initiator.user

  /// The origin of a request.
  enum Initiator {
    /// The address bar or a bookmark.
    case user
    /// A page of this origin, with its address and its referrer policy.
    case page(WebAddress, referrerPolicy: String?)
    /// A page of another site, with its origin.
    case otherSite(String)
  }

  var isFromOtherSite: Bool {
    if case .otherSite = initiator { true } else { false }
  }

  /// Returns the request with the headers that browsers add.
  func request(
    origin: String, cookies: String?, userAgent: String, isReload: Bool
  ) -> BrowserRequest {
    var headers: [(String, String)] = []
    if isReload { headers.append(("Cache-Control", "max-age=0")) }
    headers.append(("User-Agent", userAgent))
    headers.append(("Accept", "text/html,application/xhtml+xml,*/*;q=0.8"))
    headers.append(("Accept-Language", "en"))
    headers.append(("Accept-Encoding", "identity"))
    headers.append(("Upgrade-Insecure-Requests", "1"))
    headers.append(("Sec-Fetch-Site", site))
    headers.append(("Sec-Fetch-Mode", "navigate"))
    headers.append(("Sec-Fetch-User", "?1"))
    headers.append(("Sec-Fetch-Dest", "document"))
    if let referer = referer(origin: origin) { headers.append(("Referer", referer)) }
    if let contentType {
      headers.append(("Origin", postOrigin(origin: origin)))
      headers.append(("Content-Type", contentType))
    }
    if let cookies { headers.append(("Cookie", cookies)) }
    return BrowserRequest(method: method, target: address.target, headers: headers, body: body)
  }

  private var site: String {
    switch initiator {
    case .user: "none"
    case .page: "same-origin"
    case .otherSite: "cross-site"
    }
  }

  private func referer(origin: String) -> String? {
    switch initiator {
    case .user: nil
    case .page(_, referrerPolicy: "no-referrer"): nil
    case .page(_, referrerPolicy: "origin"), .page(_, referrerPolicy: "strict-origin"):
      origin + "/"
    case .page(let address, _): origin + address.target
    case .otherSite(let other): other + "/"
    }
  }

  private func postOrigin(origin: String) -> String {
    switch initiator {
    case .page(_, referrerPolicy: "no-referrer"): "null"
    case .otherSite(let other): other
    case .user, .page: origin
    }
  }

  /// Returns the navigation that a redirect starts, or `nil` if the response isn't a redirect.
  func redirected(by response: BrowserResponse, origin: String) throws(BrowserError) -> Navigation?
  {
    guard [301, 302, 303, 307, 308].contains(response.status),
      let location = response.header("Location")
    else { return nil }
    var next = self
    next.address = try WebAddress.resolve(location, against: address, origin: origin)
    next.address.fragment = next.address.fragment ?? address.fragment
    if response.status == 303 || (response.status < 303 && method == "POST") {
      next.method = "GET"
      next.body = []
      next.contentType = nil
    }
    return next
  }
}
