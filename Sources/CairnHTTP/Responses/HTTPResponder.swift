/// A type that answers the requests of a server.
public protocol HTTPResponder: Sendable {
  /// Answers a request. This runs on one of the server's threads, so it must not block.
  ///
  /// Answer `HEAD` like `GET`. The server omits the body.
  func respond(to request: HTTPRequest) -> HTTPAnswer

  /// Returns how the body of a request is read, based on its head.
  ///
  /// This is called before ``refusal(of:)``, and only for requests that announce a body. The request's path is empty if
  /// its target couldn't be read. You must not keep the request.
  func bodyReading(of request: HTTPRequest) -> BodyReading

  /// Returns a response that rejects a request based on its head, or `nil` to accept the request.
  ///
  /// This is called before the body is read, for all methods except `GET` and `HEAD`. The request has no form or body
  /// yet, and you must not keep it. If it's rejected, the server skips its body without decoding it, and doesn't call
  /// ``respond(to:)``.
  func refusal(of request: HTTPRequest) -> HTTPResponse?

  /// Returns the response for an error that the server itself detects. The status is 400, 405, 411, 413, 414, 415, 431,
  /// 500, 501, 503, 505, or 507.
  ///
  /// The request's path is empty if its target couldn't be read. The server sets the response's status to `status`, and
  /// adds `Allow` if it's needed and missing. On a busy server, libmicrohttpd may respond with its own page to a request that violates
  /// the protocol.
  func errorResponse(status: HTTPStatus, request: HTTPRequest) -> HTTPResponse
}

extension HTTPResponder {
  /// Returns ``BodyReading/form``.
  public func bodyReading(of request: HTTPRequest) -> BodyReading { .form }

  /// Accepts every request.
  public func refusal(of request: HTTPRequest) -> HTTPResponse? { nil }

  /// Returns ``HTTPErrorPage/response(_:)``.
  public func errorResponse(status: HTTPStatus, request: HTTPRequest) -> HTTPResponse {
    HTTPErrorPage.response(status)
  }
}
