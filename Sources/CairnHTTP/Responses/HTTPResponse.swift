/// A response with a status, header fields, and a body.
///
/// The server adds `Content-Length`, `Date`, and `Connection`. If it compresses the body, it also adds
/// `Content-Encoding` and `Vary`.
public struct HTTPResponse: Sendable {
  /// The status of the response.
  public var status: HTTPStatus { didSet { prepared = nil } }
  /// The header fields, except for fields that the server adds.
  public var headers: HTTPHeaders { didSet { prepared = nil } }
  /// The body of the response.
  ///
  /// The body of a response to `HEAD`, or with status 304, isn't sent. Its size is the `Content-Length`, so pass the body
  /// that a response to `GET` with status 200 would have. If a 304 is empty, it has no `Content-Length`, and the
  /// connection is closed after it.
  public var body: HTTPBody { didSet { prepared = nil } }

  /// The response in libmicrohttpd's form, if it was prepared for reuse.
  var prepared: PreparedResponse?

  /// Whether the response is prepared and shared, which ends when it's changed.
  package var isPrepared: Bool { prepared != nil }

  /// The reason for the log if the response rejects its request.
  package var rejection: RejectionReason?

  /// Creates a response.
  public init(status: HTTPStatus = .ok, headers: HTTPHeaders = [:], body: HTTPBody = .empty) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Creates a response with a content type.
  public init(status: HTTPStatus = .ok, contentType: String, body: HTTPBody) {
    self.init(status: status, headers: ["Content-Type": contentType], body: body)
  }

  /// Returns a response with plain text.
  public static func text(_ text: String, status: HTTPStatus = .ok) -> HTTPResponse {
    HTTPResponse(status: status, contentType: "text/plain; charset=utf-8", body: .text(text))
  }

  /// Returns a 303 See Other response, which redirects from a POST to the page with its result.
  public static func seeOther(_ location: String) -> HTTPResponse {
    HTTPResponse(status: .seeOther, headers: ["Location": location])
  }

  /// Returns a copy of the response that's prepared for sending once, and shared by all requests that it answers.
  ///
  /// Use this for responses that many requests get unchanged. The body is sent as it is, without compression. Changing
  /// the status, header, or body ends the sharing.
  public func preparedForReuse() -> HTTPResponse {
    var response = self
    response.prepared = PreparedResponse(self)
    return response
  }
}
