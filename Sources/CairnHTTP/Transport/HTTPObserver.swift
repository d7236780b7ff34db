/// Is told of requests when they are over, for logs and metrics.
public protocol HTTPObserver: Sendable {
  /// Called on the server's thread when the last byte of an answer has left, or when the connection
  /// has ended without it. It must not block.
  ///
  /// What breaks the protocol so that libmicrohttpd answers it by itself is no request.
  func completed(_ request: CompletedRequest)
}

/// A request that is over, and what became of it.
public struct CompletedRequest: Sendable {
  /// The request, without its form. Its path is empty where its target could not be read.
  public let request: HTTPRequest
  /// Whether the client speaks HTTP/1.0, not HTTP/1.1.
  public let isHTTP10: Bool
  /// The status of the answer; nil where the client went away before there was one.
  public let status: HTTPStatus?
  /// The bytes of the answer's body, as it was compressed.
  public let bodySize: Int
  /// From the request line to the last byte of the answer.
  public let duration: Duration
  /// Whether all of the answer was sent.
  public let isComplete: Bool
}

/// What is noted of a request while it is under way.
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
