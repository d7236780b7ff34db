/// A part of a line of Markdown.
indirect enum MarkdownInline: Equatable {
  case text(String)
  case code(String)
  case emphasis([MarkdownInline])
  case strong([MarkdownInline])
  /// A link with a URL that hasn't been checked.
  case link(url: String, [MarkdownInline])
  case lineBreak
}

extension MarkdownInline {
  /// Parses the text of a paragraph or heading, whose lines are separated by line feeds.
  ///
  /// The time is linear in the length of the text.
  static func parse(_ text: String) -> [MarkdownInline] {
    var parser = MarkdownInlineParser(text)
    return parser.parse()
  }
}

/// Parses inline Markdown with a stack of the parts that are open.
private struct MarkdownInlineParser {
  /// A part that's open until its end is found. If there's no end, its start is text.
  private struct Frame {
    enum Kind: Equatable {
      case root, bracket
      /// Emphasis with one marker, or strong emphasis with two.
      case emphasis(Character, count: Int)
    }

    var kind: Kind
    /// The parts before ``text``.
    private var parts: [MarkdownInline] = []
    /// The text after the parts. Text is added to it in place, so that the time stays linear.
    private var text = ""

    init(kind: Kind) { self.kind = kind }

    /// The complete parts.
    var children: [MarkdownInline] { text.isEmpty ? parts : parts + [.text(text)] }

    var isEmpty: Bool { parts.isEmpty && text.isEmpty }

    /// The text of the start.
    var start: String {
      switch kind {
      case .root: ""
      case .bracket: "["
      case .emphasis(let marker, let count): String(repeating: marker, count: count)
      }
    }

    mutating func append(_ text: String) { self.text += text }

    mutating func append(_ part: MarkdownInline) {
      if !text.isEmpty { parts.append(.text(text)) }
      text = ""
      parts.append(part)
    }

    /// Adds the start and the content of a frame whose start is text.
    mutating func append(contentsOf frame: Frame) {
      append(frame.start)
      for part in frame.parts {
        if case .text(let text) = part { append(text) } else { append(part) }
      }
      append(frame.text)
    }
  }

  /// The maximum number of open parts. It limits the depth of the result and the time.
  private static let depthLimit = 32
  /// The maximum length of a URL.
  private static let urlLimit = 2000

  private let text: [Character]
  private var index = 0
  private var stack = [Frame(kind: .root)]
  /// Text that isn't in the top frame yet.
  private var pending = ""
  /// The number of characters that may still be read in vain in search of the end of a URL. If it's used up, the rest
  /// of the text has no links, so the time stays linear.
  private var budget: Int
  /// The start of the last run of backticks of each length.
  private var lastTicks: [Int: Int] = [:]

  init(_ text: String) {
    self.text = Array(text)
    budget = 4 * self.text.count + 2 * Self.urlLimit
    var index = 0
    while index < self.text.count {
      let count = run(of: "`", from: index)
      if count > 0 { lastTicks[count] = index }
      index += max(count, 1)
    }
  }

  mutating func parse() -> [MarkdownInline] {
    while index < text.count { parseNext() }
    flush()
    while stack.count > 1 { closeAsText() }
    return stack[0].children
  }

  private mutating func parseNext() {
    let character = text[index]
    switch character {
    case "\\": parseEscape()
    case "`": parseCode()
    case "*", "_": parseEmphasis(character)
    case "!" where at(index + 1) == "[":
      // Images are links, because the content policy of a page may forbid them.
      index += 1
      parseNext()
    case "[":
      index += 1
      if stack.count < Self.depthLimit { open(.bracket) } else { pending.append("[") }
    case "]": parseBracketEnd()
    case "<": parseAutolink()
    case "\n": parseLineEnd()
    default:
      pending.append(character)
      index += 1
    }
  }

  private func at(_ index: Int) -> Character? { text.indices.contains(index) ? text[index] : nil }

  // MARK: Frames

  private mutating func flush() {
    stack[stack.count - 1].append(pending)
    pending = ""
  }

  private mutating func append(_ part: MarkdownInline) {
    flush()
    stack[stack.count - 1].append(part)
  }

  private mutating func open(_ kind: Frame.Kind) {
    flush()
    stack.append(Frame(kind: kind))
  }

  /// Closes the top frame, whose start is text.
  private mutating func closeAsText() {
    let frame = stack.removeLast()
    stack[stack.count - 1].append(contentsOf: frame)
  }

  /// Closes the frame at an index, and the frames in it as text.
  private mutating func close(_ index: Int, _ make: ([MarkdownInline]) -> MarkdownInline) {
    flush()
    while stack.count > index + 1 { closeAsText() }
    let frame = stack.removeLast()
    stack[stack.count - 1].append(make(frame.children))
  }

  // MARK: Parts

  private mutating func parseEscape() {
    index += 1
    guard let next = at(index) else { return pending.append("\\") }
    if next == "\n" {
      append(.lineBreak)
      index += 1
    } else if next.isASCII, next.isPunctuation || next.isSymbol {
      pending.append(next)
      index += 1
    } else {
      pending.append("\\")
    }
  }

  private mutating func parseLineEnd() {
    index += 1
    let spaces = pending.reversed().prefix { $0 == " " }.count
    pending.removeLast(spaces)
    if spaces > 1 { append(.lineBreak) } else { pending.append(" ") }
  }

  private func run(of character: Character, from start: Int) -> Int {
    text[start...].prefix { $0 == character }.count
  }

  private mutating func parseCode() {
    let count = run(of: "`", from: index)
    let start = index + count
    index = start
    // Only a run of the same length ends the code.
    guard let last = lastTicks[count], last >= start else {
      pending += String(repeating: "`", count: count)
      return
    }
    var end = start
    while end < last {
      let found = run(of: "`", from: end)
      if found == count { break }
      end += max(found, 1)
    }
    var code = text[start..<end].map { $0 == "\n" ? " " : $0 }
    if code.count > 2, code.first == " ", code.last == " " {
      code = Array(code.dropFirst().dropLast())
    }
    append(.code(String(code)))
    index = end + count
  }

  private mutating func parseEmphasis(_ marker: Character) {
    var count = run(of: marker, from: index)
    let (before, after) = (at(index - 1), at(index + count))
    index += count
    // An underscore in a word is text.
    let isWordBefore = marker == "_" && before.map { $0.isLetter || $0.isNumber } ?? false
    let isWordAfter = marker == "_" && after.map { $0.isLetter || $0.isNumber } ?? false
    let mayClose = before.map { !$0.isWhitespace } ?? false && !isWordAfter
    let mayOpen = after.map { !$0.isWhitespace } ?? false && !isWordBefore
    while count > 0, mayClose, let index = opener(of: marker, atMost: count) {
      guard case .emphasis(_, let used) = stack[index].kind else { break }
      close(index) { used == 2 ? .strong($0) : .emphasis($0) }
      count -= used
    }
    while count > 0, mayOpen, stack.count < Self.depthLimit {
      let used = min(count, 2)
      open(.emphasis(marker, count: used))
      count -= used
    }
    pending += String(repeating: marker, count: count)
  }

  /// Returns the index of the innermost emphasis that a marker can close, within the innermost bracket.
  private func opener(of marker: Character, atMost limit: Int) -> Int? {
    for index in stack.indices.reversed() {
      switch stack[index].kind {
      case .root, .bracket: return nil
      case .emphasis(marker, let count) where count <= limit:
        // Empty emphasis is text.
        return index == stack.count - 1 && stack[index].isEmpty && pending.isEmpty
          ? nil : index
      case .emphasis: continue
      }
    }
    return nil
  }

  private mutating func parseBracketEnd() {
    index += 1
    guard let bracket = stack.lastIndex(where: { $0.kind == .bracket }) else {
      return pending.append("]")
    }
    // A link can't contain a link, so the inner one is the link.
    guard at(index) == "(", let url = destination() else {
      flush()
      while stack.count > bracket { closeAsText() }
      return pending.append("]")
    }
    close(bracket) { .link(url: url, $0) }
    for outer in stack.indices where stack[outer].kind == .bracket {
      // The start of an enclosing bracket is text.
      stack[outer].kind = .emphasis("[", count: 1)
    }
  }

  /// Reads the URL of a link in parentheses, and an optional title that's ignored.
  private mutating func destination() -> String? {
    guard budget > 0 else { return nil }
    let end = min(text.count, index + Self.urlLimit)
    var depth = 0
    var url = ""
    var isAfter = false
    var hasTitle = false
    for position in index + 1..<max(end, index + 1) {
      let character = text[position]
      if character == "\n" { break }
      if character == ")", depth == 0 {
        index = position + 1
        return url.first == "<" && url.last == ">" ? String(url.dropFirst().dropLast()) : url
      }
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == " " {
        isAfter = !url.isEmpty
      } else if !isAfter {
        url.append(character)
      } else if !hasTitle {
        // Only a title can follow the URL.
        guard "\"'(".contains(character) else { break }
        hasTitle = true
      }
    }
    budget -= end - index
    return nil
  }

  private mutating func parseAutolink() {
    let limit = min(text.count, index + Self.urlLimit)
    if budget > 0, let end = text[index..<limit].firstIndex(of: ">") {
      let url = String(text[(index + 1)..<end])
      let isURL = ["http://", "https://", "mailto:"].contains { url.lowercased().hasPrefix($0) }
      if isURL, !url.contains(where: \.isWhitespace) {
        append(.link(url: url, [.text(url)]))
        index = end + 1
        return
      }
    }
    budget -= limit - index
    pending.append("<")
    index += 1
  }
}
