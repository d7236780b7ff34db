/// A type that observes completed requests, for logs and metrics.
public protocol HTTPObserver: Sendable {
  /// Handles a completed request.
  ///
  /// The server calls this on its own thread when the last byte of the response was sent, or when the connection has
  /// ended. The method must not block. It isn't called for protocol violations that libmicrohttpd answers itself.
  func completed(_ request: CompletedRequest)
}

/// A completed request with its result.
public struct CompletedRequest: Sendable {
  /// The request without its form. Its path is empty if its target couldn't be read.
  public let request: HTTPRequest
  /// Whether the client used HTTP/1.0 instead of HTTP/1.1.
  public let isHTTP10: Bool
  /// The status of the response, or `nil` if the client disconnected before there was a response.
  public let status: HTTPStatus?
  /// The number of bytes of the response body, after compression.
  public let bodySize: Int
  /// The time from the request line to the last byte of the response.
  public let duration: Duration
  /// Whether the complete response was sent.
  public let isComplete: Bool

  /// Creates a completed request, for tests of observers.
  package init(
    request: HTTPRequest, isHTTP10: Bool = false, status: HTTPStatus?, bodySize: Int = 0,
    duration: Duration = .zero, isComplete: Bool = true
  ) {
    self.request = request
    self.isHTTP10 = isHTTP10
    self.status = status
    self.bodySize = bodySize
    self.duration = duration
    self.isComplete = isComplete
  }
}

/// The data that's recorded about a request while it's in progress.
struct ExchangeRecord {
  private let began = ContinuousClock.now
  var isHTTP10 = false
  var answer: (status: HTTPStatus, bodySize: Int)?

  func completed(_ request: HTTPRequest, isComplete: Bool) -> CompletedRequest {
    CompletedRequest(
      request: request, isHTTP10: isHTTP10, status: answer?.status,
      bodySize: answer?.bodySize ?? 0, duration: ContinuousClock.now - began, isComplete: isComplete
    )
  }
}
