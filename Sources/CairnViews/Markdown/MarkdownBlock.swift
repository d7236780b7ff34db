/// A block of Markdown.
indirect enum MarkdownBlock: Equatable {
  case heading(level: Int, [MarkdownInline])
  case paragraph([MarkdownInline])
  case code(String)
  case quote([MarkdownBlock])
  /// A list, whose start is `nil` if it isn't ordered. In a tight list, the paragraphs of items have no space between
  /// them.
  case list(start: Int?, isTight: Bool, items: [[MarkdownBlock]])
  case rule
}

extension MarkdownBlock {
  /// The maximum depth of quotes and lists. Deeper ones are paragraphs.
  private static let depthLimit = 12

  /// Parses a text. Any text is valid.
  static func parse(_ text: String) -> [MarkdownBlock] {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return parse(
      lines.map { $0.contains("\t") ? $0.replacing("\t", with: "    ")[...] : $0 }[...], depth: 0)
  }

  private static func parse(_ lines: ArraySlice<Substring>, depth: Int) -> [MarkdownBlock] {
    var blocks: [MarkdownBlock] = []
    var paragraph: [Substring] = []
    var rest = lines
    func endParagraph() {
      guard !paragraph.isEmpty else { return }
      blocks.append(.paragraph(MarkdownInline.parse(paragraph.joined(separator: "\n"))))
      paragraph = []
    }
    while let line = rest.first {
      if line.isBlank {
        endParagraph()
        rest.removeFirst()
      } else if let fence = Fence(line) {
        endParagraph()
        blocks.append(.code(fence.takeCode(from: &rest)))
      } else if let (level, title) = heading(line) {
        endParagraph()
        blocks.append(.heading(level: level, MarkdownInline.parse(title)))
        rest.removeFirst()
      } else if isRule(line) {
        endParagraph()
        blocks.append(.rule)
        rest.removeFirst()
      } else if depth < depthLimit, line.isQuoted {
        endParagraph()
        let quoted = rest.prefix { $0.isQuoted }
        rest.removeFirst(quoted.count)
        blocks.append(.quote(parse(quoted.map(\.unquoted)[...], depth: depth + 1)))
      } else if depth < depthLimit, let marker = ListMarker(line),
        paragraph.isEmpty || marker.mayInterrupt
      {
        endParagraph()
        blocks.append(takeList(marker, from: &rest, depth: depth))
      } else {
        paragraph.append(line.drop { $0 == " " })
        rest.removeFirst()
      }
    }
    endParagraph()
    return blocks
  }

  private static func heading(_ line: Substring) -> (level: Int, title: String)? {
    let start = line.drop { $0 == " " }
    let level = start.prefix { $0 == "#" }.count
    let rest = start.dropFirst(level)
    guard (1...6).contains(level), rest.isEmpty || rest.first == " " else { return nil }
    var title = rest.trimmed
    let end = title.reversed().prefix { $0 == "#" }.count
    if title.dropLast(end).last == " " || end == title.count { title = title.dropLast(end).trimmed }
    return (level, String(title))
  }

  private static func isRule(_ line: Substring) -> Bool {
    let marks = line.filter { $0 != " " }
    guard marks.count > 2, let first = marks.first, "-*_".contains(first) else { return false }
    return marks.allSatisfy { $0 == first }
  }

  private static func takeList(
    _ first: ListMarker, from rest: inout ArraySlice<Substring>, depth: Int
  ) -> MarkdownBlock {
    var items: [[MarkdownBlock]] = []
    var isTight = true
    while let line = rest.first, let marker = ListMarker(line), marker.continues(first),
      !isRule(line)
    {
      var lines = [line.dropFirst(marker.width)]
      rest.removeFirst()
      while let line = rest.first {
        let indent = line.prefix { $0 == " " }.count
        if line.isBlank {
          // Blank lines belong to the item only if more of it follows.
          let blanks = rest.prefix { $0.isBlank }.count
          guard let next = rest.dropFirst(blanks).first,
            next.prefix(while: { $0 == " " }).count >= marker.width
          else { break }
          lines += Array(repeating: "", count: blanks)
          rest.removeFirst(blanks)
          isTight = false
          continue
        }
        if indent >= marker.width {
          lines.append(line.dropFirst(marker.width))
        } else if ListMarker(line) == nil, Fence(line) == nil, heading(line) == nil, !isRule(line),
          !line.isQuoted
        {
          // The paragraph continues without an indentation.
          lines.append(line.drop { $0 == " " })
        } else {
          break
        }
        rest.removeFirst()
      }
      items.append(parse(lines[...], depth: depth + 1))
      let blanks = rest.prefix { $0.isBlank }.count
      guard blanks > 0, let next = rest.dropFirst(blanks).first.flatMap({ ListMarker($0) }),
        next.continues(first)
      else { continue }
      isTight = false
      rest.removeFirst(blanks)
    }
    return .list(start: first.number, isTight: isTight, items: items)
  }
}

/// The start of an item of a list.
private struct ListMarker {
  /// The number of an ordered item, or `nil` for another item.
  let number: Int?
  /// The character after the number, or the bullet.
  let mark: Character
  /// The number of characters before the content.
  let width: Int
  private let isEmpty: Bool

  init?(_ line: Substring) {
    let indent = line.prefix { $0 == " " }.count
    let rest = line.dropFirst(indent)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard indent < 4, digits.count < 10, let mark = rest.dropFirst(digits.count).first,
      (digits.isEmpty ? "-*+" : ".)").contains(mark)
    else { return nil }
    let after = rest.dropFirst(digits.count + 1)
    guard after.isEmpty || after.first == " " else { return nil }
    number = Int(digits)
    self.mark = mark
    isEmpty = after.isBlank
    let spaces = after.prefix { $0 == " " }.count
    width = indent + digits.count + 1 + (isEmpty || spaces > 4 ? 1 : spaces)
  }

  /// Whether a list can follow a paragraph without a blank line.
  var mayInterrupt: Bool { !isEmpty && (number == nil || number == 1) }

  func continues(_ first: ListMarker) -> Bool {
    mark == first.mark && (number == nil) == (first.number == nil)
  }
}

/// The line before a block of code.
private struct Fence {
  private let mark: Character
  private let count: Int
  private let indent: Int

  init?(_ line: Substring) {
    indent = line.prefix { $0 == " " }.count
    let rest = line.dropFirst(indent)
    guard let mark = rest.first, mark == "`" || mark == "~" else { return nil }
    count = rest.prefix { $0 == mark }.count
    // With a backtick in the rest of the line, it's code in a paragraph.
    guard indent < 4, count > 2, mark == "~" || !rest.dropFirst(count).contains("`") else {
      return nil
    }
    self.mark = mark
  }

  /// Removes the block of code from the lines, and returns its content.
  func takeCode(from rest: inout ArraySlice<Substring>) -> String {
    rest.removeFirst()
    var lines: [Substring] = []
    while let line = rest.popFirst() {
      let trimmed = line.trimmed
      if trimmed.count >= count, trimmed.allSatisfy({ $0 == mark }) { break }
      lines.append(line.dropFirst(min(indent, line.prefix { $0 == " " }.count)))
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension Substring {
  fileprivate var isBlank: Bool { allSatisfy { $0 == " " } }

  fileprivate var trimmed: Substring {
    var rest = drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
    return rest
  }

  fileprivate var isQuoted: Bool {
    let indent = prefix { $0 == " " }.count
    return indent < 4 && dropFirst(indent).first == ">"
  }

  /// The line without the marker of a quote.
  fileprivate var unquoted: Substring {
    let rest = drop { $0 == " " }.dropFirst()
    return rest.first == " " ? rest.dropFirst() : rest
  }
}
