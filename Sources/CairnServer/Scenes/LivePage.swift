import CairnHTTP
import CairnScreens
import CairnSecurity
import CairnViews

/// A script's description of the page that it shows, so that the response contains only the changes.
struct LivePage {
  /// The digest of the page, or `nil` if the script doesn't know it.
  let digest: UInt64?

  /// Reads the description from a request. Returns `nil` if the request asks for a complete page.
  init?(_ request: HTTPRequest) {
    guard let text = request.headers["Cairn-Page"] else { return nil }
    digest = PageRegions.digest(text)
  }

  /// Returns the response to a form that ends the session. It makes the script load the URL as a new page.
  static func leaving(to url: String) -> HTTPResponse {
    var headers = HTTPHeaders(SecurityHeaders.page)
    headers["Cache-Control"] = "no-store"
    headers["Location"] = url
    return HTTPResponse(status: .ok, headers: headers)
  }

  /// The response to a form without a token if its page isn't known. The script then sends the form again with the
  /// token.
  ///
  /// The status isn't an error, because browsers would show an error to their users.
  static var unknown: HTTPResponse {
    var headers = HTTPHeaders(SecurityHeaders.page)
    headers["Cache-Control"] = "no-store"
    return HTTPResponse(status: .noContent, headers: headers)
  }

  /// The media type of responses that contain only changes.
  static let contentType = "text/vnd.cairn.patch; charset=utf-8"
}
