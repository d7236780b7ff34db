/// The tags of a Mustache text, found before it is rendered, with their lines.
///
/// swift-mustache renders an unknown name as nothing and an unknown partial too. A template of
/// the chrome has to be right at the start of the server, so its tags are looked at first.
enum TemplateTags {
  struct Tag: Equatable {
    /// What stands between the braces, without spaces, the third brace and `&`.
    let content: String
    let line: Int

    /// Whether the tag is more than the name of a slot.
    var isUnsupported: Bool {
      guard let first = content.first else { return true }
      return "#^/<>$=%&".contains(first) || content.contains("(")
    }
  }

  /// The tags in their order, without comments.
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
        throw TemplateError(file: file, line: line, reason: .syntax("a tag is not closed"))
      }
      let inside = rest[..<close.lowerBound]
      if isTriple || inside.first != "!" {
        var content = inside.trimmed
        if !isTriple, content.first == "&" { content = content.dropFirst().trimmed }
        tags.append(Tag(content: String(content), line: line))
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
