package import CairnViews
import Mustache

/// A parsed template, with its constant bytes and the slots between them.
///
/// Mustache takes about a millisecond for a page, so it only runs when the server starts. After that, pages are written
/// by appending the bytes and filling the slots.
package struct Template: Sendable {
  /// The bytes and slots in the order of the page. Two pieces of bytes are never adjacent.
  package let pieces: [Chrome.Piece]

  /// Parses a template.
  ///
  /// - Parameters:
  ///   - name: The template's name, which determines its optional and required slots.
  ///   - text: The Mustache text, with slots, comments, and public files.
  ///   - file: The name of the file in errors.
  ///   - publicURL: Returns the URL of a public file, or `nil` if there is no such file.
  package init(
    _ name: TemplateName, text: String, file: String,
    publicURL: (String) -> String? = { _ in nil }
  ) throws(TemplateError) {
    let known = name.required + name.optional
    var text = text
    let tags = try TemplateTags.scan(text, file: file)
    // From the end, so that the ranges of the other tags stay valid.
    for tag in tags.reversed() {
      guard let publicFile = tag.publicFile else { continue }
      guard let url = publicURL(publicFile) else {
        throw TemplateError(file: file, line: tag.line, reason: .noPublicFile(publicFile))
      }
      text.replaceSubrange(tag.range, with: url)
    }
    for tag in tags where tag.publicFile == nil {
      guard !tag.isUnsupported else {
        throw TemplateError(
          file: file, line: tag.line, reason: .unsupportedTag("{{\(tag.content)}}"))
      }
      guard Chrome.Slot(rawValue: tag.content).map(known.contains) == true else {
        throw TemplateError(
          file: file, line: tag.line,
          reason: .unknownSlot(tag.content, known: known.map(\.rawValue)))
      }
    }
    guard !text.unicodeScalars.contains(where: { $0 == Self.opening || $0 == Self.closing })
    else { throw TemplateError(file: file, reason: .syntax("it contains U+0001 or U+0002")) }
    let pieces = Self.split(try Self.render(text, slots: known, file: file))
    // Check the rendered pieces instead of the scanned tags. An unclosed comment swallows the tags that follow it.
    if let missing = name.required.first(where: { !pieces.contains(.slot($0)) }) {
      throw TemplateError(file: file, reason: .missingSlot(missing.rawValue))
    }
    self.pieces = pieces
  }

  // Two control characters enclose a slot's name. HTML doesn't allow them, and escaping doesn't change them.
  private static let opening: Unicode.Scalar = "\u{1}"
  private static let closing: Unicode.Scalar = "\u{2}"

  private static func render(
    _ text: String, slots: [Chrome.Slot], file: String
  ) throws(TemplateError) -> String {
    var markers: [String: String] = [:]
    for slot in slots { markers[slot.rawValue] = "\(opening)\(slot.rawValue)\(closing)" }
    do {
      return try MustacheTemplate(string: text).render(markers)
    } catch let error as MustacheTemplate.ParserError {
      throw TemplateError(
        file: file, line: error.context.lineNumber, reason: .syntax("\(error.error)"))
    } catch {
      throw TemplateError(file: file, reason: .syntax("\(error)"))
    }
  }

  private static func split(_ rendered: String) -> [Chrome.Piece] {
    var pieces: [Chrome.Piece] = []
    for (index, part) in rendered.unicodeScalars.split(
      separator: opening, omittingEmptySubsequences: false
    ).enumerated() {
      var text = part
      if index > 0, let end = part.firstIndex(of: closing) {
        if let slot = Chrome.Slot(rawValue: String(part[..<end])) { pieces.append(.slot(slot)) }
        text = part[part.index(after: end)...]
      }
      if !text.isEmpty { pieces.append(.bytes(Array(String(text).utf8))) }
    }
    return pieces
  }
}
