extension HTMLNode {
  /// The text of the node that a reader sees, with one line per block and collapsed white space.
  ///
  /// The text doesn't include the head, scripts, `hidden` elements, closed dialogs, or the values of fields.
  public var visibleText: String {
    var run = TextRun()
    appendVisibleText(to: &run, skipping: { _ in false })
    return run.string
  }

  /// The text that names the node in one line, with the `alt` text of images but without `aria-hidden` parts.
  var namingText: String {
    var run = TextRun()
    appendVisibleText(to: &run, skipping: { $0["aria-hidden"] == "true" }, blocks: false)
    return run.string
  }

  private func appendVisibleText(
    to run: inout TextRun, skipping: (HTMLNode) -> Bool, blocks: Bool = true
  ) {
    guard isElement else { return run.append(text) }
    if isUnseen || skipping(self) { return }
    if name == "img" { return run.append(self["alt"] ?? "") }
    // In a name, a space separates the parts of different blocks, as in assistive technology.
    let isBlock = name == "br" || !Self.inlineElements.contains(name)
    if isBlock { run.breakLine(with: blocks ? .newline : .space) }
    let isClosed = name == "details" && !has("open")
    for child in children where !isClosed || child.name == "summary" {
      child.appendVisibleText(to: &run, skipping: skipping, blocks: blocks)
    }
    if isBlock { run.breakLine(with: blocks ? .newline : .space) }
  }

  private var isUnseen: Bool {
    if has("hidden") || Self.unseenElements.contains(name) { return true }
    return name == "dialog" && !has("open")
  }

  private static let unseenElements: Set<String> = [
    "head", "script", "style", "template", "select", "textarea", "datalist", "input", "title",
  ]

  private static let inlineElements: Set<String> = [
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "i", "img", "ins",
    "kbd", "mark", "noscript", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time",
    "u", "var", "wbr",
  ]
}

/// A collector of text that collapses white space. It works on bytes, because pages can contain a lot of text.
private struct TextRun {
  enum Gap { case none, space, newline }

  /// Whether only the white space of HTML is collapsed, and no-break spaces stay as they are.
  private let isASCII: Bool
  private var bytes: [UInt8] = []
  private var gap = Gap.none

  init(isASCII: Bool = false) {
    self.isASCII = isASCII
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { text in
      var index = 0
      while index < text.count {
        let length = text.spaceLength(at: index, isASCII: isASCII)
        if length > 0 {
          if gap == .none { gap = .space }
          index += length
        } else {
          append(text[index])
          index += 1
        }
      }
    }
  }

  private mutating func append(_ byte: UInt8) {
    if !bytes.isEmpty {
      switch gap {
      case .none: break
      case .space: bytes.append(UInt8(ascii: " "))
      case .newline: bytes.append(UInt8(ascii: "\n"))
      }
    }
    gap = .none
    bytes.append(byte)
  }

  mutating func breakLine(with gap: Gap) {
    if self.gap != .newline { self.gap = gap }
  }

  var string: String { String(decoding: bytes, as: UTF8.self) }
}

extension UInt8 {
  var isHTMLSpace: Bool { self == 0x20 || (0x9...0xA).contains(self) || (0xC...0xD).contains(self) }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the number of bytes of the white space at an index of UTF-8, or 0 for another character.
  fileprivate func spaceLength(at index: Int, isASCII: Bool) -> Int {
    if self[index].isHTMLSpace { return 1 }
    guard !isASCII, [0xC2, 0xE2, 0xE3].contains(self[index]) else { return 0 }
    let following = index + 2 < count ? (self[index + 1], self[index + 2]) : (self.last ?? 0, 0)
    return switch (self[index], following.0, following.1) {
    // U+00A0
    case (0xC2, 0xA0, _): 2
    // U+2000 to U+200A, U+2028, U+2029, and U+202F
    case (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x80, 0xAF): 3
    // U+205F and U+3000
    case (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80): 3
    default: 0
    }
  }
}

extension String {
  /// The string with one space for each run of white space, and without white space at its ends.
  ///
  /// No-break and other spaces are white space too. For example, formatted times contain them, and no one can see the
  /// difference.
  var collapsingWhitespace: String { collapsingWhitespace(isASCII: false) }

  /// The string with one space for each run of the white space of HTML, and without it at its ends.
  var collapsingASCIIWhitespace: String { collapsingWhitespace(isASCII: true) }

  private func collapsingWhitespace(isASCII: Bool) -> String {
    var run = TextRun(isASCII: isASCII)
    run.append(self)
    return run.string
  }
}
