/// How a responder answers: at once, or later.
public enum HTTPAnswer {
  case now(HTTPResponse)
  /// Until the promise has a value, the connection waits without a thread. If the promise is dropped, the server answers
  /// 500.
  case later(Promise<HTTPResponse>)
}
