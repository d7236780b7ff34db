/// Answers requests: what a server is made for.
public protocol HTTPResponder: Sendable {
  /// Answers a request, on one of the server's threads, so without blocking it.
  ///
  /// `HEAD` is to be answered as `GET` is; the server leaves the body out.
  func respond(to request: HTTPRequest) -> HTTPAnswer

  /// Draws the page of an error that the server itself answers: 400, 405, 411, 413, 414, 415, 431,
  /// 500, 503.
  ///
  /// The request's path is empty where its target could not be read. The response's status is set
  /// to `status`, and `Allow` is added by the server. What breaks the protocol itself is answered
  /// by libmicrohttpd.
  func errorResponse(status: HTTPStatus, request: HTTPRequest) -> HTTPResponse
}

extension HTTPResponder {
  public func errorResponse(status: HTTPStatus, request: HTTPRequest) -> HTTPResponse {
    HTTPErrorPage.response(status)
  }
}
