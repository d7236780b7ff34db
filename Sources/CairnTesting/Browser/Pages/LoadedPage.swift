/// A page in a tab's history, with the changes that the user made to its fields.
final class LoadedPage {
  let response: BrowserResponse
  let document: HTMLDocument

  /// The user's changes, by the position of the control in the document.
  var edits: [Int: FieldEdit] = [:]

  init(_ response: BrowserResponse) {
    self.response = response
    let type = response.header("Content-Type")?.lowercased() ?? "text/html"
    document =
      if type.hasPrefix("text/html") || type.hasPrefix("application/xhtml") {
        HTMLDocument(utf8: response.body)
      } else {
        // Browsers show other text as it is.
        HTMLDocument("<pre>" + response.text.replacingMarkup + "</pre>")
      }
  }

  var topLayer: Layer? { document.layers.last }

  /// Whether browsers keep the page after the user leaves it.
  var isStorable: Bool {
    response.header("Cache-Control")?.lowercased().contains("no-store") != true
  }
}

/// A user's change to a control.
enum FieldEdit {
  case text(String)
  case checked(Bool)
  /// The position of the chosen option in the document.
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
