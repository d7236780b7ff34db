import CairnBytes

extension SystemText {
  /// The text in German.
  var german: String {
    switch self {
    case .errorTitle(let kind): kind.germanTitle
    case .errorMessage(let kind): kind.germanMessage
    case .errorLink: "Zur Startseite"

    case .back: "Zurück"
    case .backTo(let title): "Zurück zu \(title)"
    case .close: "Schließen"
    case .ok: "OK"
    case .cancel: "Abbrechen"
    case .workCanceled: "Der Vorgang wurde abgebrochen."
    case .workInterrupted: "Der Vorgang wurde unterbrochen. Bitte noch einmal starten."
    case .update: "Aktualisieren"
    case .decrement(let title): title.isEmpty ? "Verringern" : "\(title) verringern"
    case .increment(let title): title.isEmpty ? "Erhöhen" : "\(title) erhöhen"
    case .tabs(let level): level < 2 ? "Tabs" : "Tabs, Ebene \(level)"
    case .upload: "Hochladen"
    case .language: "Sprache"
    case .titleWithError(let title): "Fehler: \(title)"

    case .enterWholeNumber: "Geben Sie eine ganze Zahl ein."
    case .notWholeNumber(let text): "\(text.quoted) ist keine ganze Zahl."
    case .enterNumber: "Geben Sie eine Zahl ein."
    case .notNumber(let text): "\(text.quoted) ist keine Zahl."
    case .numberTooSmall(let text): "\(text.quoted) ist zu klein."
    case .numberTooLarge(let text): "\(text.quoted) ist zu groß."
    case .notValid(let text): "\(text.quoted) ist kein gültiger Wert."
    case .textTooLong(let limit): "Geben Sie höchstens \(limit.grouped(by: ".")) Zeichen ein."
    case .chooseOnOrOff: "Wählen Sie „ein“ oder „aus“."
    case .choiceUnavailable: "Diese Option ist nicht mehr verfügbar."
    case .fieldLocked:
      "Dieses Feld war gesperrt, als Sie das Formular gesendet haben. Senden Sie es erneut, sobald "
        + "das Feld wieder frei ist."
    case .choiceChanged:
      "Die Auswahl wurde geändert, während Sie das Formular bearbeitet haben. Senden Sie es "
        + "erneut, um Ihre Auswahl beizubehalten."
    case .textChanged(let text):
      "Dieser Wert wurde in \(text.quoted) geändert, während Sie das Formular bearbeitet haben. Senden "
        + "Sie es erneut, um Ihre Eingabe beizubehalten."
    case .choiceDiffers:
      "Inzwischen ist eine andere Option ausgewählt. Senden Sie das Formular erneut, um Ihre "
        + "Auswahl zu übernehmen."
    case .textDiffers(let text):
      "Der aktuelle Wert ist \(text.quoted). Senden Sie das Formular erneut, um den hier angezeigten "
        + "Wert zu übernehmen."
    case .fileTooLarge(let name, let limit):
      "\(name.quoted) ist größer als \(Self.germanSize(limit))."
    case .tooManyFiles(let limit):
      limit == 1 ? "Wählen Sie eine einzelne Datei." : "Wählen Sie höchstens \(limit) Dateien."
    case .fileTypeUnaccepted(let name, let extensions):
      "Der Dateityp von \(name.quoted) wird nicht akzeptiert."
        + (extensions.isEmpty
          ? "" : " Der Name muss auf \(extensions.joined(separator: " oder ")) enden.")

    case .formUnavailable:
      "Das gesendete Formular ist nicht mehr verfügbar und wurde deshalb nicht verarbeitet. Hier "
        + "sehen Sie den aktuellen Stand."
    case .submissionWaits:
      "Ihre Anfrage wurde noch nicht verarbeitet. Sie wird fortgesetzt, sobald Sie sich angemeldet haben."
    case .submissionContinued: "Ihre vorherige Anfrage wurde jetzt verarbeitet."
    case .submissionDropped:
      "Ihre vorherige Anfrage wurde nicht verarbeitet. Prüfen Sie diese Seite, und senden Sie erneut, falls Sie das noch "
        + "möchten."
    case .fieldUnavailable:
      "Ein Feld, das Sie ausgefüllt haben, ist wegen einer anderen Änderung nicht mehr verfügbar. "
        + "Hier sehen Sie den aktuellen Stand."
    case .leavesInvalid:
      "Ein Teil Ihrer Eingaben ist ungültig. Korrigieren Sie ihn, oder gehen Sie noch einmal "
        + "zurück, um die Seite ohne Speichern zu verlassen."
    case .leavesTyped:
      "Ihre Eingaben sind noch nicht gespeichert. Speichern Sie sie, oder klicken Sie noch einmal "
        + "außerhalb, um ohne Speichern zu schließen."
    case .optionUnavailable:
      "Diese Option ist nicht mehr verfügbar. Ihre Anfrage wurde deshalb nicht verarbeitet."
    case .questionClosed:
      "Diese Frage ist nicht mehr offen. Ihre Anfrage wurde deshalb nicht verarbeitet."
    case .questionOpen:
      "Beantworten Sie zuerst die Frage auf dieser Seite. Ansonsten wurde nichts geändert."
    case .pageChanged:
      "Diese Seite hat sich geändert, seit Sie sie geöffnet haben. Ihre Anfrage wurde deshalb nicht "
        + "verarbeitet. Hier sehen Sie den aktuellen Stand."
    case .formClosed: "Das Formular wurde geschlossen, während Sie getippt haben."
    case .pageOutdated:
      "Die Seite war veraltet. Ihre Anfrage wurde deshalb nicht verarbeitet. Hier sehen Sie den "
        + "aktuellen Stand."
    case .pageOutdatedTextRestored:
      "Die Seite war veraltet. Ihre Anfrage wurde deshalb nicht verarbeitet. Wir haben Ihre "
        + "Eingaben wiederhergestellt. Prüfen Sie sie, und senden Sie das Formular erneut."
    case .cookiesBlocked:
      "Ihr Browser hat das Cookie dieser Website nicht gesendet. Ihre Anfrage wurde deshalb nicht "
        + "verarbeitet. Erlauben Sie Cookies für diese Website, und senden Sie das Formular erneut. "
        + "Wenn Sie diese Meldung noch einmal sehen, senden Sie es ein weiteres Mal."
    case .enteredTextRestored: "Wir haben Ihre Eingaben wiederhergestellt."
    case .unchangedTextOnPreviousPage:
      "Es wurde nichts geändert. Ihre Eingaben sind noch auf der vorherigen Seite."
    case .textOnPreviousPage: "Ihre Eingaben sind noch auf der vorherigen Seite."
    case .someTextWaits:
      "Für einen Teil Ihrer Eingaben gibt es hier kein Feld. Wir stellen ihn wieder her, sobald das "
        + "Feld wieder erscheint."
    case .textWaits:
      "Wir haben Ihre Eingaben aufbewahrt und stellen sie wieder her, sobald das Feld wieder "
        + "erscheint. Senden Sie das Formular dann ab."
    case .typedTexts(let texts):
      "Ihre Eingaben: \(texts.map(\.quoted).joined(separator: ", "))."
    case .textRestored:
      "Wir haben Ihre Eingaben wiederhergestellt. Prüfen Sie sie vor dem Absenden."
    case .filesLost: "Dateien werden nicht aufbewahrt. Wählen Sie Ihre Datei erneut."

    case .addressTooDeep(let limit):
      "Diese Adresse führt durch mehr als \(limit) Ansichten und wurde deshalb nicht geöffnet."
    case .pageGone:
      "Wir konnten diese Seite nicht finden. Vielleicht wurde sie gelöscht. Hier sehen Sie die am "
        + "besten passende Seite."
    case .pageUnknown: "Diese Seite gibt es nicht. Hier sehen Sie die am besten passende Seite."
    case .addressPartlyIgnored:
      "Ein Teil dieser Adresse wurde nicht erkannt und deshalb ignoriert."
    case .pageTooLarge:
      "Diese Seite ist zu groß, um sie vollständig anzuzeigen. Die größten Zeilen fehlen deshalb."
    case .rowTooLarge: "Diese Zeile ist zu groß, um sie anzuzeigen."

    case .signInFirst: "Melden Sie sich zuerst an."
    case .accessDenied: "Sie haben keinen Zugriff."
    case .requestFromOtherSite: "Die Anfrage kam nicht von einer Seite dieses Servers."
    case .sessionChanged:
      "Ihre Sitzung hat sich während der Anfrage geändert. Ihre Änderungen wurden deshalb nicht "
        + "gespeichert. Versuchen Sie es erneut."
    case .sessionTooLarge:
      "Das ist mehr, als dieser Server für Sie speichern kann. Deshalb wurde nichts geändert."
    case .sessionUnavailable:
      "Ihre Daten konnten nicht geladen oder gespeichert werden. Versuchen Sie es in einem Moment "
        + "erneut."

    case .offline: "Offline"
    case .serverBusy: "Der Server ist ausgelastet"
    case .leavesUnsaved: "Nicht gespeichert. Wiederholen Sie die Aktion, um die Seite zu verlassen."
    case .rowRemoved(let row): "Entfernt: \(row.bidiIsolated)"
    case .notSaved(let advice): "Nicht gespeichert. \(advice.german)"
    }
  }

  /// Returns a size in German notation, such as `1,5 MB`.
  private static func germanSize(_ bytes: Int) -> String {
    let size = ByteSize.text(bytes).split(separator: " ")
    let (number, unit) = (size[0].replacing(".", with: ","), size[1])
    return "\(number) \(unit == "bytes" ? (bytes == 1 ? "Byte" : "Bytes") : unit)"
  }
}

extension SystemText.Advice {
  fileprivate var german: String {
    switch self {
    case .tryAgain: "Versuchen Sie es erneut."
    case .serverBusy: "Der Server ist ausgelastet. Versuchen Sie es erneut."
    case .reload: "Laden Sie die Seite neu."
    case .fileTooLarge: "Ist die Datei zu groß?"
    case .textTooLong: "Ist der Text zu lang?"
    }
  }
}

extension SystemText.ErrorKind {
  fileprivate var germanTitle: String {
    switch self {
    case .badRequest: "Ungültige Anfrage"
    case .requestBlocked: "Anfrage blockiert"
    case .pageNotFound: "Seite nicht gefunden"
    case .methodNotAllowed: "Methode nicht erlaubt"
    case .lengthRequired: "Längenangabe fehlt"
    case .contentTooLarge, .sessionTooLarge: "Zu groß"
    case .addressTooLong: "Adresse zu lang"
    case .unsupportedFormat: "Format nicht unterstützt"
    case .unknownHost: "Unbekannter Host"
    case .headersTooLarge: "Kopfzeilen der Anfrage zu groß"
    case .requestRejected: "Anfrage abgelehnt"
    case .serverFailed, .partlyDoneByScript, .noResponse: "Etwas ist schiefgegangen"
    case .unsupportedEncoding: "Kodierung nicht unterstützt"
    case .unavailable, .pageBusy, .partlyDone: "Vorübergehend nicht verfügbar"
    case .unsupportedVersion: "HTTP-Version nicht unterstützt"
    case .outOfSpace: "Nicht genug Platz für die Datei"
    }
  }

  fileprivate var germanMessage: String {
    switch self {
    case .badRequest:
      "Der Server konnte die Anfrage Ihres Browsers nicht lesen. Gehen Sie zurück, und versuchen "
        + "Sie es erneut."
    case .requestBlocked:
      "Das Formular wurde von einer anderen Website gesendet. Deshalb wurde nichts geändert. Öffnen "
        + "Sie die Seite erneut, und senden Sie das Formular von dort."
    case .pageNotFound:
      "Vielleicht enthält die Adresse einen Tippfehler, oder die Seite wurde gelöscht."
    case .methodNotAllowed: "Diese Adresse akzeptiert keine Anfragen dieser Art."
    case .lengthRequired:
      "Ihr Browser hat die Größe der Anfrage nicht angegeben. Deshalb wurde nichts geändert."
    case .contentTooLarge:
      "Es wurde nichts geändert. Gehen Sie zurück zum Formular, das Ihre Eingaben noch enthält. "
        + "Kürzen Sie den Text, oder wählen Sie eine kleinere Datei, und senden Sie es erneut."
    case .sessionTooLarge:
      "Das ist mehr, als diese Seite speichern kann. Deshalb wurde nichts geändert. Gehen Sie "
        + "zurück, und senden Sie weniger."
    case .addressTooLong: "Der Server akzeptiert keine Adressen dieser Länge."
    case .unsupportedFormat: "Der Server unterstützt das Format der Anfrage nicht."
    case .unknownHost: "Dieser Server ist nicht für diesen Hostnamen eingerichtet."
    case .headersTooLarge:
      "Vielleicht hilft es, die Cookies dieser Website in Ihrem Browser zu löschen."
    case .requestRejected: "Der Server konnte Ihre Anfrage nicht verarbeiten."
    case .serverFailed:
      "Das liegt am Server, nicht an Ihnen. Versuchen Sie es in einem Moment erneut."
    case .unsupportedEncoding:
      "Der Server unterstützt die Kodierung der Anfrage nicht. Sie wurde deshalb nicht verarbeitet."
    case .unavailable:
      "Es wurde nichts geändert. Wenn Sie ein Formular gesendet haben, gehen Sie zurück, und senden "
        + "Sie es in einem Moment erneut. Es wird nicht doppelt verarbeitet. Öffnen Sie die Seite "
        + "andernfalls erneut."
    case .pageBusy:
      "Diese Seite ist beschäftigt. Ihre Anfrage wurde deshalb nicht verarbeitet. Wenn Sie ein "
        + "Formular gesendet haben, gehen Sie zurück, und senden Sie es in einem Moment erneut. Öffnen "
        + "Sie die Seite andernfalls erneut."
    case .partlyDone:
      "Ihre Seite ist unverändert, aber ein Teil Ihrer Anfrage wurde vielleicht schon ausgeführt. "
        + "Gehen Sie zurück, und senden Sie sie in einem Moment erneut. Sie wird nicht doppelt "
        + "verarbeitet."
    case .partlyDoneByScript:
      "Ihre Seite ist unverändert, aber ein Teil Ihrer Anfrage wurde vielleicht schon ausgeführt. "
        + "Gehen Sie zurück, und prüfen Sie das, bevor Sie sie erneut senden."
    case .unsupportedVersion: "Der Server unterstützt nur HTTP/1.0 und HTTP/1.1."
    case .outOfSpace:
      "Der Speicher des Servers ist voll. Deshalb wurde nichts geändert. Versuchen Sie es später "
        + "erneut."
    case .noResponse: "Der Server konnte nicht antworten. Versuchen Sie es in einem Moment erneut."
    }
  }
}

extension String {
  /// The text in quotation marks, for a sentence.
  fileprivate var quoted: String { "„\(bidiIsolated)“" }
}
