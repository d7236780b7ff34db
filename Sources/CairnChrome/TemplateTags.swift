/// Finds the tags of a Mustache text before it's rendered, with their lines.
///
/// swift-mustache renders unknown names and unknown partials as empty text. To report errors in templates when the
/// server starts, the tags are checked first.
enum TemplateTags {
  struct Tag: Equatable {
    /// The text between the braces, without spaces, the third brace, and `&`.
    let content: String
    let line: Int
    /// The range of the tag with its braces.
    let range: Range<String.Index>

    /// The name of a file in `Public/` if the tag is for its URL, as in `{{{public/own.css}}}`.
    var publicFile: String? {
      content.hasPrefix(Self.publicFolder)
        ? String(content.dropFirst(Self.publicFolder.count)) : nil
    }

    private static let publicFolder = "public/"

    /// Whether the tag isn't just the name of a slot.
    var isUnsupported: Bool {
      guard let first = content.first else { return true }
      return "#^/<>$=%&".contains(first) || content.contains("(")
    }
  }

  /// Returns the tags in their order, without comments.
  static func scan(_ text: String, file: String) throws(TemplateError) -> [Tag] {
    var tags: [Tag] = []
    var rest = Substring(text)
    var line = 1
    while let open = rest.firstRange(of: "{{") {
      line += rest[..<open.lowerBound].count(where: \.isNewline)
      rest = rest[open.upperBound...]
      let isTriple = rest.first == "{"
      if isTriple { rest.removeFirst() }
      guard let close = rest.firstRange(of: isTriple ? "}}}" : "}}") else {
        throw TemplateError(file: file, line: line, reason: .syntax("a tag isn't closed"))
      }
      let inside = rest[..<close.lowerBound]
      if isTriple || inside.first != "!" {
        var content = inside.trimmed
        if !isTriple, content.first == "&" { content = content.dropFirst().trimmed }
        tags.append(
          Tag(
            content: String(content), line: line, range: open.lowerBound..<close.upperBound))
      }
      line += inside.count(where: \.isNewline)
      rest = rest[close.upperBound...]
    }
    return tags
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return start }
    return start[...last]
  }

  fileprivate func firstRange(of part: String) -> Range<Index>? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(part) {
        return index..<self.index(index, offsetBy: part.count)
      }
      index = self.index(after: index)
    }
    return nil
  }
}
