/// The answer of a responder, which is available immediately or later.
public enum HTTPAnswer {
  /// The response is available now.
  case now(HTTPResponse)
  /// The response becomes available later. Until then, the connection waits without blocking a thread.
  ///
  /// If the promise is released without a value, the server responds with 500.
  case later(Promise)

  /// Returns the answer with a changed response.
  package func map(_ change: @escaping @Sendable (HTTPResponse) -> HTTPResponse) -> HTTPAnswer {
    switch self {
    case .now(let response): .now(change(response))
    case .later(let promise): .later(promise.map(change))
    }
  }
}
