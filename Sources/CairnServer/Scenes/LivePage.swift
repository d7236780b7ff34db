import CairnHTTP
import CairnScreens
import CairnSecurity
import CairnViews

/// What a browser says of the page that its script shows, so that it is answered with what has changed.
struct LivePage {
  /// The digest of what it shows; nil where it does not know.
  let digest: UInt64?

  /// What a request says; nil where it asks for a page as it is.
  init?(_ request: HTTPRequest) {
    guard let text = request.headers["Cairn-Page"] else { return nil }
    digest = PageRegions.digest(text)
  }

  /// The answer to a form with which the session ends: the browser is to go elsewhere, and not the script.
  static func leaving(to url: String) -> HTTPResponse {
    var headers = HTTPHeaders(SecurityHeaders.page)
    headers["Cache-Control"] = "no-store"
    headers["Location"] = url
    return HTTPResponse(status: .ok, headers: headers)
  }

  /// The answer to a form without a token whose page is not known: it is to be sent with it. It is no error, of which
  /// browsers would tell their users.
  static var unknown: HTTPResponse {
    var headers = HTTPHeaders(SecurityHeaders.page)
    headers["Cache-Control"] = "no-store"
    return HTTPResponse(status: .noContent, headers: headers)
  }

  /// The type of answers that say what has changed.
  static let contentType = "text/vnd.cairn.patch; charset=utf-8"
}
