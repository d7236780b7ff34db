/// The page for an error if the responder doesn't provide its own.
public enum HTTPErrorPage {
  /// Returns a response with a plain HTML page that contains the status.
  public static func response(_ status: HTTPStatus) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: ["Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store"],
      body: .text(
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><title>\(status)</title></head>
        <body><h1>\(status)</h1></body></html>

        """))
  }
}
