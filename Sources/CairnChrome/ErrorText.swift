/// The title of an error, and a message that explains what the user can do.
package struct ErrorText: Hashable, Sendable {
  package let title: String
  package let message: String

  /// The statuses that have their own text.
  package static let statuses = [
    400, 403, 404, 405, 408, 411, 413, 414, 415, 421, 431, 500, 503, 507,
  ]

  /// The message of a 503 response to a form whose effects have started. The usual message would be wrong, because it
  /// states that nothing was changed.
  package static let begun =
    "Your page is as it was before, but some of what you asked for may be done already. Go back and "
    + "send it again in a moment: what is done is not done twice."

  /// The message of a 503 response to a form that a script sent, if its effects have started. For the script,
  /// submitting again is another form, so it could be processed twice.
  package static let begunByScript =
    "Your page is as it was before, but some of what you asked for may be done already. Go back and see "
    + "what is there, before you send it again."

  package init(status: Int) {
    (title, message) =
      switch status {
      case 400:
        (
          "That request makes no sense",
          "The server could not read what your browser sent. Go back and try again."
        )
      case 403:
        (
          "That is not allowed here",
          "The form was sent from somewhere else than this site's own pages, so nothing was "
            + "changed. Open the page again and try from there."
        )
      case 404:
        (
          "There is no such page",
          "The address may be mistyped, or what it led to is gone."
        )
      case 405:
        (
          "That does not work here",
          "This address can not be used in this way."
        )
      case 408:
        (
          "That took too long",
          "The server waited for the rest of the request and gave up. Try again."
        )
      case 411:
        (
          "The length is missing",
          "Your browser did not say how much it was going to send, so nothing was read."
        )
      case 413:
        (
          "What you sent is too large",
          "Nothing was changed. Go back to the form, which still has what you entered. Shorten the "
            + "text or choose a smaller file, and submit again."
        )
      case 414:
        (
          "The address is too long",
          "The server does not read addresses of this length."
        )
      case 415:
        (
          "The server can not read this",
          "It was sent in a form that the server does not know."
        )
      case 421:
        (
          "That is not this server's name",
          "Your browser calls this server by a name that is none of its own, so nothing is shown."
        )
      case 431:
        (
          "The request's headers are too large",
          "Clearing this site's cookies in your browser may help."
        )
      case 500:
        (
          "Something went wrong",
          "It is the server's fault, not yours. Try again in a moment."
        )
      case 503:
        (
          "This can not be done right now",
          "Nothing was changed. If you sent a form, go back and send it again in a moment: it is "
            + "not done twice. Otherwise open the page again."
        )
      case 507:
        (
          "There is no room for that file",
          "The server's disk is full, so nothing was changed. Try again later."
        )
      case 400..<500:
        ("The request was refused", "The server could not do what your browser asked for.")
      default:
        ("Something went wrong", "The server could not answer. Try again in a moment.")
      }
  }
}
