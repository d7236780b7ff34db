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

  private var bytes: [UInt8] = []
  private var gap = Gap.none

  mutating func append(_ text: String) {
    for byte in text.utf8 {
      if byte.isHTMLSpace {
        if gap == .none { gap = .space }
        continue
      }
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
  }

  mutating func breakLine(with gap: Gap) {
    if self.gap != .newline { self.gap = gap }
  }

  var string: String { String(decoding: bytes, as: UTF8.self) }
}

extension UInt8 {
  var isHTMLSpace: Bool { self == 0x20 || (0x9...0xA).contains(self) || (0xC...0xD).contains(self) }
}

extension String {
  /// The string with one space for each run of white space, and without white space at its ends.
  var collapsingWhitespace: String {
    var run = TextRun()
    run.append(self)
    return run.string
  }
}
