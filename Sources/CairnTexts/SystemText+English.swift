import CairnBytes

extension SystemText {
  /// The text in English.
  var english: String {
    switch self {
    case .errorTitle(let kind): kind.englishTitle
    case .errorMessage(let kind): kind.englishMessage
    case .errorLink: "Go to the start page"

    case .back: "Back"
    case .backTo(let title): "Back to \(title)"
    case .close: "Close"
    case .ok: "OK"
    case .cancel: "Cancel"
    case .workCanceled: "This was canceled."
    case .workInterrupted: "This was interrupted. Start it again."
    case .update: "Update"
    case .decrement(let title): title.isEmpty ? "Decrement" : "Decrement \(title)"
    case .increment(let title): title.isEmpty ? "Increment" : "Increment \(title)"
    case .tabs(let level): level < 2 ? "Tabs" : "Tabs, level \(level)"
    case .upload: "Upload"
    case .language: "Language"
    case .titleWithError(let title): "Error: \(title)"

    case .enterWholeNumber: "Enter a whole number."
    case .notWholeNumber(let text): "\(text.quoted) isn't a whole number."
    case .enterNumber: "Enter a number."
    case .notNumber(let text): "\(text.quoted) isn't a number."
    case .numberTooSmall(let text): "\(text.quoted) is too small."
    case .numberTooLarge(let text): "\(text.quoted) is too large."
    case .notValid(let text): "\(text.quoted) isn't a valid value."
    case .textTooLong(let limit):
      "Enter at most \(limit.grouped(by: ",")) character\(limit == 1 ? "" : "s")."
    case .chooseOnOrOff: "Choose on or off."
    case .choiceUnavailable: "This option is no longer available."
    case .fieldLocked:
      "This was locked when you submitted the form. Submit again when it's unlocked."
    case .choiceChanged: "This changed while you were editing. Submit again to keep your choice."
    case .textChanged(let text):
      "This changed to \(text.quoted) while you were editing. Submit again to keep what you typed."
    case .choiceDiffers: "Another option is selected now. Submit again to use your choice."
    case .textDiffers(let text):
      "This is \(text.quoted) now. Submit again to use the value shown here."
    case .fileTooLarge(let name, let limit):
      "\(name.quoted) is larger than \(ByteSize.text(limit))."
    case .tooManyFiles(let limit):
      limit == 1 ? "Choose one file." : "Choose no more than \(limit) files."
    case .fileTypeUnaccepted(let name, let extensions):
      "\(name.quoted) isn't an accepted type of file."
        + (extensions.isEmpty
          ? "" : " Its name must end in \(extensions.joined(separator: " or ")).")

    case .formUnavailable:
      "The form you submitted is no longer available, so it wasn't processed. Here's the current version."
    case .submissionWaits:
      "Your request hasn't been processed yet. It continues after you sign in."
    case .submissionContinued: "Your earlier request has now been processed."
    case .submissionDropped:
      "Your earlier request wasn't processed. Check this page, and submit again if you still want to."
    case .fieldUnavailable:
      "A field you filled in is no longer available, because something else was changed. "
        + "Here's the current version."
    case .leavesInvalid:
      "Some of what you typed isn't valid. Correct it, or go back again to leave without saving."
    case .leavesTyped:
      "What you typed isn't saved yet. Save it, or click outside again to leave without saving."
    case .optionUnavailable:
      "That option is no longer available, so your request wasn't processed."
    case .questionClosed: "That question is no longer open, so your request wasn't processed."
    case .questionOpen: "Answer the question on this page first. Nothing else was changed."
    case .pageChanged:
      "This page has changed since you opened it, so your request wasn't processed. Here's the current version."
    case .formClosed: "The form closed while you were typing."
    case .pageOutdated:
      "That page was out of date, so your request wasn't processed. Here's the current version."
    case .pageOutdatedTextRestored:
      "That page was out of date, so your request wasn't processed. We restored what you "
        + "entered. Check it and submit again."
    case .cookiesBlocked:
      "Your browser didn't send this site's cookie, so your request wasn't processed. Allow "
        + "cookies for this site, and submit again. If you see this message again, submit once more."
    case .enteredTextRestored: "We restored what you entered."
    case .unchangedTextOnPreviousPage:
      "Nothing was changed. What you entered is still on the previous page."
    case .textOnPreviousPage: "What you entered is still on the previous page."
    case .someTextWaits:
      "Some of what you entered has no field here. We'll restore it when its field appears again."
    case .textWaits:
      "We kept what you typed. We'll restore it when its field appears again. Submit it then."
    case .typedTexts(let texts):
      "You typed \(texts.map(\.quoted).joined(separator: ", "))."
    case .textRestored: "We restored what you typed. Check it before you submit."
    case .filesLost: "Files aren't kept. Choose your file again."

    case .addressTooDeep(let limit):
      "This address leads through more than \(limit) screens, so it wasn't opened."
    case .pageGone:
      "We couldn't find that page. It may have been deleted. Here's the closest match."
    case .pageUnknown: "That page doesn't exist. Here's the closest match."
    case .addressPartlyIgnored: "Part of this address wasn't recognized and was ignored."
    case .pageTooLarge:
      "This page is too large to show in full, so its largest rows are left out."
    case .rowTooLarge: "This row is too large to show."

    case .signInFirst: "Sign in first."
    case .accessDenied: "You don't have access."
    case .requestFromOtherSite: "The request didn't come from a page of this server."
    case .sessionChanged:
      "Your session changed during the request, so your changes weren't saved. Try again."
    case .sessionTooLarge: "Your changes exceed a limit of this server, and weren't stored."
    case .sessionUnavailable: "Your data couldn't be loaded or saved. Try again in a moment."

    case .offline: "Offline"
    case .serverBusy: "The server is busy"
    case .leavesUnsaved: "This wasn't saved. Do it again to leave."
    case .rowRemoved(let row): "Removed: \(row.bidiIsolated)"
    case .notSaved(let advice): "This wasn't saved. \(advice.english)"
    }
  }
}

extension SystemText.Advice {
  fileprivate var english: String {
    switch self {
    case .tryAgain: "Try again."
    case .serverBusy: "The server is busy. Try again."
    case .reload: "Reload the page."
    case .fileTooLarge: "Is it too large?"
    case .textTooLong: "Is it too long?"
    }
  }
}

extension SystemText.ErrorKind {
  fileprivate var englishTitle: String {
    switch self {
    case .badRequest: "Bad request"
    case .requestBlocked: "Request blocked"
    case .pageNotFound: "Page not found"
    case .methodNotAllowed: "Method not allowed"
    case .lengthRequired: "Length required"
    case .contentTooLarge, .sessionTooLarge: "Too large"
    case .addressTooLong: "Address too long"
    case .unsupportedFormat: "Unsupported format"
    case .unknownHost: "Unknown host"
    case .headersTooLarge: "Request headers too large"
    case .requestRejected: "Request rejected"
    case .serverFailed, .partlyDoneByScript, .noResponse: "Something went wrong"
    case .unsupportedEncoding: "Unsupported encoding"
    case .unavailable, .pageBusy, .partlyDone: "Temporarily unavailable"
    case .unsupportedVersion: "HTTP version not supported"
    case .outOfSpace: "Not enough space for that file"
    }
  }

  fileprivate var englishMessage: String {
    switch self {
    case .badRequest: "The server couldn't read what your browser sent. Go back and try again."
    case .requestBlocked:
      "The form was submitted from another site, so it wasn't processed. Open the page again and "
        + "submit it from there."
    case .pageNotFound: "The address may be mistyped, or the page may have been deleted."
    case .methodNotAllowed: "This address doesn't accept that kind of request."
    case .lengthRequired:
      "Your browser didn't specify the size of the request, so it wasn't processed."
    case .contentTooLarge:
      "Nothing was changed. Go back to the form, which still has what you entered. Shorten the "
        + "text or choose a smaller file, and submit again."
    case .sessionTooLarge:
      "That's more than this page can store, so your changes weren't saved. Go back and submit less."
    case .addressTooLong: "The server doesn't accept addresses of this length."
    case .unsupportedFormat: "The server doesn't support the format of the request."
    case .unknownHost: "This server isn't configured for that host name."
    case .headersTooLarge: "Clearing this site's cookies in your browser may help."
    case .requestRejected: "The server couldn't process your request."
    case .serverFailed: "This is the server's fault, not yours. Try again in a moment."
    case .unsupportedEncoding:
      "The server doesn't support the encoding of the request, so it wasn't processed."
    case .unavailable:
      "Nothing was changed. If you submitted a form, go back and submit it again in a moment. It "
        + "won't be processed twice. Otherwise, open the page again."
    case .pageBusy:
      "This page is busy, so your request wasn't processed. If you submitted a form, go back and "
        + "submit it again in a moment. Otherwise, open the page again."
    case .partlyDone:
      "Your page hasn't changed, but part of your request may already have gone through. Go back "
        + "and submit it again in a moment. It won't be processed twice."
    case .partlyDoneByScript:
      "Your page hasn't changed, but part of your request may already have gone through. Go back "
        + "and check before you submit it again."
    case .unsupportedVersion: "The server only supports HTTP/1.0 and HTTP/1.1."
    case .outOfSpace: "The server's disk is full, so your changes weren't saved. Try again later."
    case .noResponse: "The server couldn't respond. Try again in a moment."
    }
  }
}

extension String {
  /// The text in quotation marks, for a sentence.
  fileprivate var quoted: String { "“\(bidiIsolated)”" }
}
