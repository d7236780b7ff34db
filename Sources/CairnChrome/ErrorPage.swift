import CairnBytes
package import CairnTexts
package import CairnViews

/// Writes the page of an error, which explains the error and offers a link.
///
/// The page doesn't contain texts from the request, except for texts that a caller passes. They're escaped.
package struct ErrorPage: Sendable {
  private let template: [Chrome.Piece]
  private let stylesheet: String
  private let home: String
  private let mark: String?

  /// - Parameters:
  ///   - template: The template `error`.
  ///   - stylesheet: The URL of the style sheet.
  ///   - home: The URL of the page's link.
  ///   - mark: The URL of the application's icon, or `nil` if it has none.
  package init(
    template: [Chrome.Piece], stylesheet: String, home: String = "/", mark: String? = nil
  ) {
    self.template = template
    self.stylesheet = stylesheet
    self.home = home
    self.mark = mark
  }

  /// Returns the page as UTF-8.
  ///
  /// - Parameters:
  ///   - status: The status code of the response.
  ///   - kind: The kind of the error, or `nil` for the one that belongs to the status.
  ///   - texts: The framework's texts in the language of the page.
  ///   - message: A message that replaces the kind's own.
  package func bytes(
    status: Int, _ kind: SystemText.ErrorKind? = nil, in texts: Texts = .english,
    message: String? = nil
  ) -> [UInt8] {
    let kind = kind ?? SystemText.ErrorKind(status: status)
    var output: [UInt8] = []
    output.reserveCapacity(2048)
    for piece in template {
      switch piece {
      case .bytes(let bytes): output += bytes
      case .slot(.status): HTMLText.append(String(status), to: &output)
      case .slot(.title): HTMLText.append(texts[.errorTitle(kind)], to: &output)
      case .slot(.message): HTMLText.append(message ?? texts[.errorMessage(kind)], to: &output)
      case .slot(.home): HTMLText.append(home, to: &output)
      case .slot(.homeTitle): HTMLText.append(texts[.errorLink], to: &output)
      case .slot(.stylesheet): HTMLText.append(stylesheet, to: &output)
      case .slot(.lang): HTMLText.append(texts.language.tag, to: &output)
      case .slot(.dir):
        if texts.language.direction == .rightToLeft { output += " dir=\"rtl\"".utf8 }
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
