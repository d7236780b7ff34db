/// The page that is sent for an error where nobody draws a better one.
public enum HTTPErrorPage {
  /// A plain HTML page that names the status.
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
