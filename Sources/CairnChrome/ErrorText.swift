/// The title of an error, and a message that explains what the user can do.
package struct ErrorText: Hashable, Sendable {
  package let title: String
  package let message: String

  /// The statuses that have their own text.
  package static let statuses = [
    400, 403, 404, 405, 411, 413, 414, 415, 421, 431, 500, 501, 503, 505, 507,
  ]

  /// The message of a 503 response to a form whose effects have started. The usual message would be wrong, because it
  /// states that nothing was changed.
  package static let begun =
    "Your page hasn't changed, but part of your request may already have gone through. Go back and "
    + "submit it again in a moment. It won't be processed twice."

  /// The message of a 503 response to a form that a script sent, if its effects have started. For the script,
  /// submitting again is another form, so it could be processed twice.
  package static let begunByScript =
    "Your page hasn't changed, but part of your request may already have gone through. Go back and "
    + "check before you submit it again."

  package init(status: Int) {
    (title, message) =
      switch status {
      case 400:
        (
          "Bad request",
          "The server couldn't read what your browser sent. Go back and try again."
        )
      case 403:
        (
          "Request blocked",
          "The form was submitted from another site, so nothing was changed. Open the page again "
            + "and submit it from there."
        )
      case 404:
        (
          "Page not found",
          "The address may be mistyped, or the page may have been deleted."
        )
      case 405:
        (
          "Method not allowed",
          "This address doesn't accept that kind of request."
        )
      case 411:
        (
          "Length required",
          "Your browser didn't specify the size of the request, so nothing was changed."
        )
      case 413:
        (
          "Too large",
          "Nothing was changed. Go back to the form, which still has what you entered. Shorten the "
            + "text or choose a smaller file, and submit again."
        )
      case 414:
        (
          "Address too long",
          "The server doesn't accept addresses of this length."
        )
      case 415:
        (
          "Unsupported format",
          "The server doesn't support the format of the request."
        )
      case 421:
        (
          "Unknown host",
          "This server isn't configured for that host name."
        )
      case 431:
        (
          "Request headers too large",
          "Clearing this site's cookies in your browser may help."
        )
      case 500:
        (
          "Something went wrong",
          "This is the server's fault, not yours. Try again in a moment."
        )
      case 501:
        (
          "Unsupported encoding",
          "The server doesn't support the encoding of the request, so it wasn't processed."
        )
      case 503:
        (
          "Temporarily unavailable",
          "Nothing was changed. If you submitted a form, go back and submit it again in a moment. "
            + "It won't be processed twice. Otherwise, open the page again."
        )
      case 505:
        (
          "HTTP version not supported",
          "The server only supports HTTP/1.0 and HTTP/1.1."
        )
      case 507:
        (
          "Not enough space for that file",
          "The server's disk is full, so nothing was changed. Try again later."
        )
      case 400..<500:
        ("Request rejected", "The server couldn't process your request.")
      default:
        ("Something went wrong", "The server couldn't respond. Try again in a moment.")
      }
  }
}
