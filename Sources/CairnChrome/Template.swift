package import CairnViews
import Mustache

/// One template of the chrome, rendered once: the bytes that never change, and slots between them.
///
/// Mustache takes about a millisecond for a page, so it runs when the server starts and never
/// again. To write a page is to append the bytes and to fill the slots.
package struct Template: Sendable {
  /// Bytes and slots in the order of the page. No two pieces of bytes stand side by side.
  package let pieces: [Chrome.Piece]

  /// Reads a template's text.
  ///
  /// - Parameters:
  ///   - name: Which template it is, which says what slots it may and must have.
  ///   - text: Mustache with slots and comments.
  ///   - file: What errors call it.
  package init(_ name: TemplateName, text: String, file: String) throws(TemplateError) {
    let known = name.required + name.optional
    for tag in try TemplateTags.scan(text, file: file) {
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
    else { throw TemplateError(file: file, reason: .syntax("it has U+0001 or U+0002 in it")) }
    let pieces = Self.split(try Self.render(text, slots: known, file: file))
    // Not of what was scanned: a comment that is not closed well takes tags along.
    if let missing = name.required.first(where: { !pieces.contains(.slot($0)) }) {
      throw TemplateError(file: file, reason: .missingSlot(missing.rawValue))
    }
    self.pieces = pieces
  }

  // Two control characters, which HTML forbids and no escaping touches, stand around a slot's name.
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
