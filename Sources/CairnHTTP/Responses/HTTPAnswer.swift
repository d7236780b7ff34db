/// The answer of a responder, which is available immediately or later.
public enum HTTPAnswer {
  /// The response is available now.
  case now(HTTPResponse)
  /// The response becomes available later. Until then, the connection waits without blocking a thread.
  ///
  /// If the promise is released without a value, the server responds with 500.
  case later(Promise)
}
