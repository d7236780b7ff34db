/// A response: status, header, body.
///
/// `Content-Length`, `Date`, `Connection`, and where it compresses `Content-Encoding` and `Vary`,
/// are the server's to write.
public struct HTTPResponse: Sendable {
  public var status: HTTPStatus { didSet { prepared = nil } }
  public var headers: HTTPHeaders { didSet { prepared = nil } }
  public var body: HTTPBody { didSet { prepared = nil } }

  /// The same response in libmicrohttpd's form, made once.
  var prepared: PreparedResponse?

  /// Whether the response is made ready and shared, until it is changed.
  package var isPrepared: Bool { prepared != nil }

  public init(status: HTTPStatus = .ok, headers: HTTPHeaders = [:], body: HTTPBody = .empty) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A response of one content type.
  public init(status: HTTPStatus = .ok, contentType: String, body: HTTPBody) {
    self.init(status: status, headers: ["Content-Type": contentType], body: body)
  }

  /// Plain text.
  public static func text(_ text: String, status: HTTPStatus = .ok) -> HTTPResponse {
    HTTPResponse(status: status, contentType: "text/plain; charset=utf-8", body: .text(text))
  }

  /// 303 See Other: the way from a POST to the page that shows its outcome.
  public static func seeOther(_ location: String) -> HTTPResponse {
    HTTPResponse(status: .seeOther, headers: ["Location": location])
  }

  /// The same response, made ready for the wire once and shared by every request that it answers.
  ///
  /// For what many requests get unchanged. It is sent as it is: not compressed on the way. A change
  /// of status, header or body ends the sharing.
  public func preparedForReuse() -> HTTPResponse {
    var response = self
    response.prepared = PreparedResponse(self)
    return response
  }
}
