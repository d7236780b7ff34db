/// Answers requests: what a server is made for.
public protocol HTTPResponder: Sendable {
  /// Answers a request, on one of the server's threads, so without blocking it.
  ///
  /// `HEAD` is to be answered as `GET` is; the server leaves the body out.
  func respond(to request: HTTPRequest) -> HTTPAnswer

  /// Refuses a request for what its head says, before any of its body is read; nil lets it through.
  ///
  /// Asked for every request but a `GET` or `HEAD`. It has neither form nor body yet, and is not to be
  /// kept. Of one that is refused the body is read past, not decoded, and `respond(to:)` is not called.
  func refusal(of request: HTTPRequest) -> HTTPResponse?

  /// Draws the page of an error that the server itself answers: 400, 405, 411, 413, 414, 415, 431,
  /// 500, 501, 503, 505, 507.
  ///
  /// The request's path is empty where its target could not be read. The response's status is set
  /// to `status`, and `Allow` is added by the server. On a busy server, libmicrohttpd may answer a
  /// request that breaks the protocol with a page of its own.
  func errorResponse(status: HTTPStatus, request: HTTPRequest) -> HTTPResponse
}

extension HTTPResponder {
  public func refusal(of request: HTTPRequest) -> HTTPResponse? { nil }

  public func errorResponse(status: HTTPStatus, request: HTTPRequest) -> HTTPResponse {
    HTTPErrorPage.response(status)
  }
}
