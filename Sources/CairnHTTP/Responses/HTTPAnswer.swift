/// How a responder answers: at once, or later.
public enum HTTPAnswer {
  case now(HTTPResponse)
  /// The closure is called at once, on the server's thread; until its reply is sent the connection
  /// waits and costs no thread.
  case later((HTTPReply) -> Void)
}
