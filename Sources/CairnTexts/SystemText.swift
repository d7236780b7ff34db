/// A text of the framework that users see, with the values that are inserted into it.
///
/// To change a text, see `App.systemText(_:in:)`.
public enum SystemText: Hashable, Sendable, Codable {
  // MARK: Pages of errors

  /// The title of the page of an error.
  case errorTitle(ErrorKind)
  /// The message on the page of an error.
  case errorMessage(ErrorKind)
  /// The link on the page of an error.
  case errorLink

  // MARK: Controls

  /// The Back button to a screen without a title.
  case back
  /// The name of the Back button to a screen with a title, for screen readers.
  case backTo(title: String)
  /// The name of the area around a dialog, which dismisses it.
  case close
  /// The button of an alert without buttons.
  case ok
  /// The button that dismisses a confirmation dialog.
  case cancel
  /// The button that loads a page again while its effects run.
  case update
  /// The name of a stepper's button that decreases its value. The title of the stepper may be empty.
  case decrement(title: String)
  /// The name of a stepper's button that increases its value. The title of the stepper may be empty.
  case increment(title: String)
  /// The name of a tab bar. The level of a tab bar within a tab's content is 2 or more.
  case tabs(level: Int)
  /// The name of the progress bar of a file field.
  case upload
  /// The name of the buttons that choose a language.
  case language
  /// Long work was canceled by the user.
  case workCanceled
  /// Long work was interrupted and didn't begin again.
  case workInterrupted
  /// The title of a page with an invalid field.
  case titleWithError(title: String)

  // MARK: Messages of fields

  /// A field for a whole number is empty.
  case enterWholeNumber
  /// The text isn't a whole number.
  case notWholeNumber(String)
  /// A field for a number is empty.
  case enterNumber
  /// The text isn't a number.
  case notNumber(String)
  /// The number is too small for its type.
  case numberTooSmall(String)
  /// The number is too large for its type.
  case numberTooLarge(String)
  /// The text isn't valid for the field's format.
  case notValid(String)
  /// The text is longer than a number of characters.
  case textTooLong(limit: Int)
  /// The value of a toggle is neither on nor off.
  case chooseOnOrOff
  /// The option of a picker doesn't exist anymore.
  case choiceUnavailable
  /// The field was disabled when its form was submitted.
  case fieldLocked
  /// The selection has changed while the user was editing.
  case choiceChanged
  /// The text has changed to a different one while the user was editing.
  case textChanged(String)
  /// The current selection differs from the restored one.
  case choiceDiffers
  /// The current text differs from the restored one.
  case textDiffers(String)
  /// A file is larger than a number of bytes.
  case fileTooLarge(name: String, limit: Int)
  /// The field accepts only a number of files.
  case tooManyFiles(limit: Int)
  /// The type of the file isn't accepted. If the field accepts file name extensions, they're listed.
  case fileTypeUnaccepted(name: String, extensions: [String])

  // MARK: Notices about forms

  /// The form's fields aren't on the page anymore, so the form wasn't processed.
  case formUnavailable
  /// A guard hides the form. It's processed as soon as the user has signed in.
  case submissionWaits
  /// A form that a guard has rejected was processed after the user signed in.
  case submissionContinued
  /// A form that a guard has rejected isn't processed anymore.
  case submissionDropped
  /// Some of the form's fields aren't on the page anymore.
  case fieldUnavailable
  /// The user goes back with text that isn't valid.
  case leavesInvalid
  /// The user clicks outside a dialog with text that isn't saved.
  case leavesTyped
  /// The button isn't on the page anymore, or is disabled.
  case optionUnavailable
  /// The alert or dialog is closed.
  case questionClosed
  /// The user must answer an alert or dialog first.
  case questionOpen
  /// The page has changed since it was shown, so the form wasn't processed.
  case pageChanged
  /// The form was closed while the user was typing.
  case formClosed
  /// The page was out of date, so the form wasn't processed.
  case pageOutdated
  /// The page was out of date, and its text was restored.
  case pageOutdatedTextRestored
  /// The browser may block cookies, so the form wasn't processed.
  case cookiesBlocked
  /// The form's text was restored, after another notice.
  case enteredTextRestored
  /// The form wasn't processed, and its text is on the previous page.
  case unchangedTextOnPreviousPage
  /// The text is on the previous page.
  case textOnPreviousPage
  /// Some of the text waits for its field.
  case someTextWaits
  /// The text waits for its field.
  case textWaits
  /// The texts that wait for their fields.
  case typedTexts([String])
  /// Text was restored because its field is there again.
  case textRestored
  /// The form's files weren't kept.
  case filesLost

  // MARK: Notices about pages

  /// The address has more than a number of screens.
  case addressTooDeep(limit: Int)
  /// The page may have been deleted.
  case pageGone
  /// The page doesn't exist.
  case pageUnknown
  /// Part of the address was ignored.
  case addressPartlyIgnored
  /// The largest rows of the page are left out.
  case pageTooLarge
  /// The row is left out of a page that's too large.
  case rowTooLarge

  // MARK: Problems of endpoints

  /// The endpoint is for users who have signed in.
  case signInFirst
  /// A guard doesn't admit the user.
  case accessDenied
  /// The request came from another site.
  case requestFromOtherSite
  /// Another request has changed the session, so the changes weren't stored.
  case sessionChanged
  /// The changes are larger than the server stores for a session.
  case sessionTooLarge
  /// The session store is failing.
  case sessionUnavailable

  // MARK: Texts of the script

  /// The server can't be reached.
  case offline
  /// The server is busy.
  case serverBusy
  /// The user leaves a dialog with text that isn't saved.
  case leavesUnsaved
  /// A row was removed. Screen readers announce this.
  case rowRemoved(String)
  /// A field wasn't saved, with what the user can do.
  case notSaved(Advice)
}

extension SystemText {
  /// The kind of an error that has a page of its own.
  public enum ErrorKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Status 400: The request is malformed.
    case badRequest
    /// Status 403: The form was submitted from another site.
    case requestBlocked
    /// Status 404: There's no page at the address.
    case pageNotFound
    /// Status 405: The address doesn't accept the method.
    case methodNotAllowed
    /// Status 411: The request doesn't specify its length.
    case lengthRequired
    /// Status 413: The request is too large.
    case contentTooLarge
    /// Status 413: The result would be larger than the server stores for a session.
    case sessionTooLarge
    /// Status 414: The address is too long.
    case addressTooLong
    /// Status 415: The format of the request isn't supported.
    case unsupportedFormat
    /// Status 421: The host name isn't one of the server's.
    case unknownHost
    /// Status 431: The headers of the request are too large.
    case headersTooLarge
    /// Another status from 400 to 499.
    case requestRejected
    /// Status 500: The server failed.
    case serverFailed
    /// Status 501: The encoding of the request isn't supported.
    case unsupportedEncoding
    /// Status 503: The server can't process the request now.
    case unavailable
    /// Status 503: The scene, or every worker, is busy.
    case pageBusy
    /// Status 503: Effects of the form have started, so part of it may be done.
    case partlyDone
    /// Status 500: Effects of a form that the script has sent have started, so part of it may be done.
    case partlyDoneByScript
    /// Status 505: The version of HTTP isn't supported.
    case unsupportedVersion
    /// Status 507: There isn't enough space for the files.
    case outOfSpace
    /// Any other status.
    case noResponse
  }

  /// What the user can do about a field that wasn't saved.
  public enum Advice: String, Hashable, Sendable, Codable, CaseIterable {
    /// Try again.
    case tryAgain
    /// Try again, because the server is busy.
    case serverBusy
    /// Reload the page.
    case reload
    /// Choose a smaller file.
    case fileTooLarge
    /// Shorten the text.
    case textTooLong
  }

  /// The maximum number of characters of a text that's inserted into a message.
  private static var insertionLimit: Int { 200 }

  /// Returns the beginning of a text, with an ellipsis if it's longer.
  package static func shortened(_ text: String) -> String {
    "\(text.prefix(insertionLimit))\(text.dropFirst(insertionLimit).isEmpty ? "" : "…")"
  }

  /// Returns the text in a language, or in English if the framework doesn't have it in that language.
  public func string(in language: Language) -> String {
    language.isGerman ? german : english
  }
}

extension SystemText.ErrorKind {
  /// The statuses that have their own text.
  package static let statuses = [
    400, 403, 404, 405, 411, 413, 414, 415, 421, 431, 500, 501, 503, 505, 507,
  ]

  /// Creates the kind for the status of a response.
  package init(status: Int) {
    self =
      switch status {
      case 400: .badRequest
      case 403: .requestBlocked
      case 404: .pageNotFound
      case 405: .methodNotAllowed
      case 411: .lengthRequired
      case 413: .contentTooLarge
      case 414: .addressTooLong
      case 415: .unsupportedFormat
      case 421: .unknownHost
      case 431: .headersTooLarge
      case 500: .serverFailed
      case 501: .unsupportedEncoding
      case 503: .unavailable
      case 505: .unsupportedVersion
      case 507: .outOfSpace
      case 400..<500: .requestRejected
      default: .noResponse
      }
  }
}
