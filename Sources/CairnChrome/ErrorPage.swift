import CairnBytes
package import CairnViews

/// Writes the page of an answer that is an error, in plain words and with a way out.
///
/// Nothing that a request brought is in it, but for texts that a caller passes; they are escaped.
package struct ErrorPage: Sendable {
  private let template: [Chrome.Piece]
  private let stylesheet: String
  private let home: String
  private let lang: String
  private let mark: String?

  /// - Parameters:
  ///   - template: The template `error`.
  ///   - stylesheet: The URL of the style sheet.
  ///   - home: Where the page's link leads.
  ///   - mark: The URL of the application's picture; nil where it has none.
  package init(
    template: [Chrome.Piece], stylesheet: String, home: String = "/", lang: String = "en",
    mark: String? = nil
  ) {
    self.template = template
    self.stylesheet = stylesheet
    self.home = home
    self.lang = lang
    self.mark = mark
  }

  /// The page as UTF-8.
  ///
  /// - Parameters:
  ///   - status: The status code of the answer.
  ///   - title: In place of the title that the status has.
  ///   - message: In place of the message that the status has.
  package func bytes(status: Int, title: String? = nil, message: String? = nil) -> [UInt8] {
    let text = ErrorText(status: status)
    var output: [UInt8] = []
    output.reserveCapacity(2048)
    for piece in template {
      switch piece {
      case .bytes(let bytes): output += bytes
      case .slot(.status): HTMLText.append(String(status), to: &output)
      case .slot(.title): HTMLText.append(title ?? text.title, to: &output)
      case .slot(.message): HTMLText.append(message ?? text.message, to: &output)
      case .slot(.home): HTMLText.append(home, to: &output)
      case .slot(.stylesheet): HTMLText.append(stylesheet, to: &output)
      case .slot(.lang): HTMLText.append(lang, to: &output)
      case .slot(.mark):
        guard let mark else { break }
        output += "<img class=\"mark\" alt=\"\" src=\"".utf8
        HTMLText.append(mark, to: &output)
        output += "\">".utf8
      case .slot: break
      }
    }
    return output
  }
}
