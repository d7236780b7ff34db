/// A page in a tab's history with what was typed into it.
final class LoadedPage {
  let response: BrowserResponse
  let document: HTMLDocument

  /// What the user changed, by the place of the control in the document.
  var edits: [Int: FieldEdit] = [:]

  init(_ response: BrowserResponse) {
    self.response = response
    let type = response.header("Content-Type")?.lowercased() ?? "text/html"
    document =
      if type.hasPrefix("text/html") || type.hasPrefix("application/xhtml") {
        HTMLDocument(utf8: response.body)
      } else {
        // A browser shows other text as it is.
        HTMLDocument("<pre>" + response.text.replacingMarkup + "</pre>")
      }
  }

  var topLayer: Layer? { document.layers.last }

  /// Whether browsers forget the page as soon as it is left.
  var isStorable: Bool {
    response.header("Cache-Control")?.lowercased().contains("no-store") != true
  }
}

/// What a user did to a control.
enum FieldEdit {
  case text(String)
  case checked(Bool)
  /// The place of the chosen option in the document.
  case option(Int)
  case files([BrowserFile])
}

extension String {
  fileprivate var replacingMarkup: String {
    reduce(into: "") { text, character in
      switch character {
      case "<": text += "&lt;"
      case "&": text += "&amp;"
      default: text.append(character)
      }
    }
  }
}
